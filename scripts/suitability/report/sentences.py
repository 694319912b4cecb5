"""The sentences of the report, with as many digits as the uncertainty of a number allows."""

from suitability.core.text import large_number
from suitability.estimators.description import title_of
from suitability.report.answers import NO, PASSED, WEAK, YES, choice, leading_group, simplest
from suitability.scoring.sets import name_set, name_sets

COMPARISONS = {
    "best": "best",
    "better": "worse",
    "equivalent": "equivalent",
    "not shown": "not shown",
}


def performance(value):
    """Return a performance as text."""
    return f"{value:.2f}"


def performance_with_limits(row):
    """Return a held-out performance with its 95% interval as text, from a row of answers."""
    return f"{row['expected']:.2f} ({limits(row['lower'], row['upper'])})"


def limits(lower, upper):
    """Return the limits of a performance as text; none is outside [0, 1]."""
    return f"{max(lower, 0):.2f} to {min(upper, 1):.2f}"


def points(value, spread):
    """Return a difference of performances in points as text.

    Parameters
    ----------
    value : float
    spread : float
        Width of its interval; below two points a decimal is shown.
    """
    text = f"{100 * value:.{0 if spread >= 0.02 else 1}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def in_points(value):
    """Return a performance in points as text with its unit, for example `1 point`."""
    text = f"{100 * value:.0f}" if value >= 0.0095 else f"{100 * value:.2g}"
    return f"{text} point{'s' * (text != '1')}"


def p_value(p):
    """Return a p-value as text, for example `p = 0.005`."""
    return "p > 0.5" if p > 0.5 else f"p = {p:.2g}"


def joined(names, last="and"):
    """Return names as an enumeration."""
    return f" {last} ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def explained(candidates):
    """Return the candidates with their names in full, and how they differ, as text."""
    names = [
        name if title_of(name) == name else f"{name} ({title_of(name)})" for name in candidates
    ]
    return ", ".join(names)


def signal_sentences(row, chance):
    """Return what the permutations and the held-out samples say on signal.

    Parameters
    ----------
    row : mapping
        Of the answers, at the recommended N.
    chance : float
        Performance without any signal.

    Returns
    -------
    list of str
    """
    p, above = row["p"], row["lower"] > chance
    tested = p == p
    permuted = (
        f"Searches do better than with permuted labels ({p_value(p)})"
        if row["signal"] != NO and tested and (row["signal"] == YES or not above)
        else f"Searches do not clearly do better than with permuted labels ({p_value(p)})"
        if tested
        else "No N as small as this was tested with permuted labels"
    )
    agree = (row["signal"] == YES) or (row["signal"] == NO)
    held_out = (
        f"the 95% interval of held-out performance, {limits(row['lower'], row['upper'])}, "
        f"{'is above' if above else 'includes'} chance ({chance:g})"
    )
    return [f"{permuted}, {'and' if agree else 'but'} {held_out}."]


def control_sentence(row):
    """Return whether a control is as it should be, and what to do if not; empty for an endpoint."""
    if row["role"] == "endpoint":
        return ""
    if row["control"] == PASSED:
        weak = " A weak signal may occur by chance."
        return f"This {row['role']} is as it should be.{weak if row['signal'] == WEAK else ''}"
    reason = (
        "the labels are random, so there should be no signal. Check whether samples are copies of "
        "each other, and repeat with another seed"
        if row["role"] == "negative control"
        else "there should be a signal. Check the labels and the preprocessing"
    )
    return f"This {row['role']} is not as it should be: {reason}."


def expectation_sentences(row, answers, words):
    """Return what to expect on new patients.

    Parameters
    ----------
    row : mapping
        Of the answers, at the recommended N.
    answers : pandas.DataFrame
        Of the endpoint, at all N.
    words : mapping
        performance (what it is called), region, sets.

    Returns
    -------
    list of str
    """
    last = answers.iloc[-1]
    if row["signal"] == NO:
        return [
            f"Nothing that is shown to be better than chance: {performance_with_limits(row)} at N "
            f"= {row['N']:,}, and {performance_with_limits(last)} at N = {last['N']:,}, the "
            f"largest examined, although the search itself reports {performance(last['inside'])} "
            "there."
        ]
    optimism = row["inside"] - row["expected"]
    sentences = [
        f"Expect a {words['performance']} of {row['expected']:.2f} (95% interval "
        f"{limits(row['lower'], row['upper'])}) from a search of {row['N']:,} {words['sets']}.",
        f"The search itself reports {performance(row['inside'])}: "
        f"{in_points(abs(optimism))} too {'many' if optimism >= 0 else 'few'}"
        f"{' (optimism), as it picks the best of many on the same patients' * (optimism >= 0)}.",
    ]
    gained = in_points(words["region"])
    if row["N"] == last["N"]:
        sentences.append("This is the largest N examined; larger searches may reach more.")
    elif row["N"] > last["N"] / 2:
        sentences.append(
            f"Up to the largest N examined, {last['N']:,}, less than {gained} is gained; beyond it "
            "performance may still rise."
        )
    else:
        sentences.append(f"Larger searches, up to {last['N']:,}, gain less than {gained}.")
    return sentences


def classifier_sentences(row, behind, wins, words):
    """Return which classifier to take, and which one wins.

    Parameters
    ----------
    row : mapping
        Of the answers, at the recommended N.
    behind, wins : pandas.DataFrame
        Rows of `held_out.tsv` and `stability.tsv` at this N, of candidates only.
    words : mapping
        sets.

    Returns
    -------
    list of str
    """
    if row["signal"] == NO:
        return [
            "None is recommended, as there is no signal. Some candidates still win more searches "
            "than others; with random labels they do so too."
        ]
    _, names, cost = choice(behind)
    first = simplest(names)
    at_most = in_points(max(cost, 0))
    worse = [name for name in behind["candidate"] if name not in names]
    if not worse:
        sentences = [
            "No candidate is shown to be better than another on new patients. Take the simplest, "
            f"{first}: the choice costs at most {at_most} (95% limit)."
        ]
    elif len(names) > 1:
        verb = "is" if len(worse) == 1 else "are"
        sentences = [
            f"{joined(worse)} {verb} shown to be worse on new patients. Take one of "
            f"{joined(names, 'or')}; the simplest, {first}, costs at most {at_most} (95% limit)."
        ]
    else:
        sentences = [f"{first} is shown to be better on new patients than all others."]
    return [*sentences, *win_sentences(row, wins, words)]


def win_sentences(row, wins, words):
    """Return which candidate wins most searches of N, and how stable that is."""
    low, high = row["leader_lower"], row["leader_upper"]
    sentence = (
        f"In searches of {row['N']:,} {words['sets']}, {row['leader']} wins most often: in "
        f"{row['leader_win']:.0%} of them (with other patients and folds {low:.0%} to {high:.0%})."
    )
    group = leading_group(wins)
    share = wins.loc[wins["candidate"].isin(group), "leads"].sum()
    if len(group) < len(wins):
        stable = (
            f"In half-samples of the patients, {joined(group, 'or')} "
            f"{'leads' if len(group) == 1 else 'is the leader'} in {share:.0%}."
        )
    else:
        stable = "Which one leads changes from half-sample to half-sample of the patients."
    return [sentence, stable]


def feature_sentences(row, features, sets_of):
    """Return which features come up again and again.

    Parameters
    ----------
    row : mapping
        Of the answers, at the recommended N.
    features : pandas.DataFrame
        See `recurring_features.tsv`.
    sets_of : mapping
        sets (what feature sets are called).

    Returns
    -------
    list of str
    """
    first = features.iloc[0] if len(features) else None
    if row["signal"] == NO:
        if first is None:
            return ["None, as there is no signal."]
        return [
            f"None, as there is no signal. Even the most frequent one, {first['feature']}, is in "
            f"one of the ten best {sets_of['sets']} in only {first['splits']:.0%} of the splits."
            if first["splits"] < 0.5
            else f"None, as there is no signal, although {first['feature']} is in one of the ten "
            f"best {sets_of['sets']} in {first['splits']:.0%} of the splits: that alone does not "
            "make a marker."
        ]
    if row["features"]:
        return [
            f"In at least half of the splits into training and held-out patients, one of the ten "
            f"best {sets_of['sets']} contains {joined(row['features'].split(', '), 'or')}."
        ]
    return [
        f"None comes up in half of the splits: which {sets_of['sets']} are best depends on the "
        "patients."
    ]


def certainty_sentences(summary, fit, held_out_sets):
    """Return how exact the numbers are, apart from patients.

    Parameters
    ----------
    summary : dict
    fit : mapping
        m_over_n_for_1pct: see `rmse_fit.tsv`.
    held_out_sets : int
        Feature sets of the held-out part.

    Returns
    -------
    list of str
    """
    sets, ratio = name_sets(summary["set_size"]), fit["m_over_n_for_1pct"]
    total = summary["sets"]
    sizes = " + ".join(map(str, summary["class_sizes"]))
    sentences = [
        f"The intervals above are for other patients; {sizes} samples decide them, not "
        "computing time."
    ]
    if not summary["sampled"]:
        sentences.append(
            f"All {large_number(total)} {sets} were scored, so the win percentages have no "
            "Monte-Carlo error."
        )
    elif ratio == ratio:
        sentences.append(
            f"A random sample of {large_number(total)} {sets} was scored: the Monte-Carlo error of "
            f"the win percentages is at most about 1 point up to N = {total / ratio:,.0f}."
        )
    if total > held_out_sets:
        sentences.append(
            f"The held-out performance uses {large_number(held_out_sets)} of them, drawn at random."
        )
    if ratio == ratio:
        sentences.append(
            f"If scoring all takes too long: about {float(f'{ratio:.2g}'):,.0f} {sets} scored at "
            f"random for each {name_set(summary['set_size'])} that a search draws keep the "
            "Monte-Carlo error at about 1 point."
        )
    return sentences


def figure_texts(answers, behind, wins, words):
    """Return what the figures of an endpoint show, for readers who do not see them.

    Parameters
    ----------
    answers : pandas.DataFrame
        Of the endpoint, at all N.
    behind, wins : pandas.DataFrame
        Rows of `held_out.tsv` and `stability.tsv` at the recommended N, of candidates only.
    words : mapping
        performance (what it is called).

    Returns
    -------
    dict of str to str
        By the figure's name.
    """
    places = answers.iloc[[0, len(answers) // 2, -1]].to_dict("records")
    held_out = "; ".join(
        f"at N = {row['N']:,} {row['expected']:.2f} on held-out patients, {row['inside']:.2f} "
        "reported by the search"
        for row in places
    )
    n = f"at N = {behind['N'].iloc[0]:,}"
    ahead = behind.set_index("candidate")["behind"].map("{:.1%}".format).to_dict()
    shares = wins.set_index("candidate")["win"].map("{:.0%}".format).to_dict()
    return {
        "held_out": f"Curves of {words['performance']} against N: {held_out}.",
        "behind": f"How far each candidate is behind the best one, against N; {n}: "
        f"{', '.join(f'{name} {value}' for name, value in ahead.items())}.",
        "stability": f"Win percentage of each candidate against N, with its interval; {n}: "
        f"{', '.join(f'{name} {value}' for name, value in shares.items())}.",
    }
