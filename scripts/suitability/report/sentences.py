"""The sentences of the report, with as many digits as the uncertainty of a number allows."""

from suitability.core.text import large_number
from suitability.estimators.description import title_of
from suitability.held_out.choice import simplest
from suitability.held_out.split_values import ANY
from suitability.report.answers import (
    MOST_NAMED,
    NO,
    PASSED,
    RECURRING_SHARE,
    WEAK,
    choice,
    leading_group,
    recurring,
)
from suitability.scoring.sets import name_set, name_sets

COMPARISONS = {
    "best": "best here",
    "better": "worse",
    "equivalent": "equivalent",
    "not shown": "not shown",
}
CHOSEN = "cross-validation on the patients by which it was chosen"
# A p-value is borderline within this factor of the level.
BORDERLINE = 1.5


def performance(value):
    """Return a performance as text."""
    return f"{value:.2f}"


def performance_with_limits(row):
    """Return a held-out performance with its 95% interval as text, from a row of answers."""
    return f"{row['expected']:.2f} ({limits(row['lower'], row['upper'])})"


def limits(lower, upper):
    """Return the limits of a performance as text; none is outside [0, 1]."""
    return f"{max(lower, 0):.2f} to {min(upper, 1):.2f}"


def points(values, spread):
    """Return differences of performances in points as text, all with the same decimals.

    Parameters
    ----------
    values : sequence of float
    spread : float
        Width of the widest of their intervals; below two points a decimal is shown.

    Returns
    -------
    list of str
    """
    texts = [f"{100 * value:.{0 if spread >= 0.02 else 1}f}" for value in values]
    return [text.removeprefix("-") if float(text) == 0 else text for text in texts]


def in_points(value):
    """Return a performance in points as text with its unit, for example `1 point`."""
    text = f"{100 * value:.0f}" if value >= 0.0095 else f"{100 * value:.2g}"
    return f"{text} point{'s' * (text != '1')}"


def p_value(p):
    """Return a p-value as text, for example `p = 0.005`."""
    return "p > 0.5" if p > 0.5 else f"p = {p:.2g}"


def p_value_judged(p, level):
    """Return a p-value as text, and whether it is borderline; nothing if not tested."""
    if p != p:
        return ""
    borderline = level / BORDERLINE < p <= level * BORDERLINE
    return f"{p_value(p)}{', borderline' * borderline}"


def p_value_explained(p, level, permutations):
    """Return a p-value as text, and whether it is borderline or the smallest possible one.

    Parameters
    ----------
    p, level : float
    permutations : int
    """
    if p <= 1.001 / (permutations + 1):
        return f"{p_value(p)}, the smallest possible with {permutations:,} permutations"
    return p_value_judged(p, level)


def joined(names, last="and"):
    """Return names as an enumeration."""
    return f" {last} ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def name_count(count, words):
    """Return a number of feature sets as text, for example `1 pair`."""
    return f"{count:,} {words['sets'] if count != 1 else words['one_set']}"


def explained(candidates):
    """Return the candidates with their names in full, and how they differ, as text."""
    names = [
        name if title_of(name) == name else f"{name} ({title_of(name)})" for name in candidates
    ]
    return ", ".join(names)


def search_with(candidate):
    """Return which candidates a search tries, as text."""
    return "with all candidates" if candidate == ANY else f"with {candidate}"


def signal_sentences(row, words):
    """Return what the permutations and the held-out samples say on signal.

    Parameters
    ----------
    row : mapping
        Of the answers, at the recommended N.
    words : mapping
        chance (performance without any signal), level, permutations.

    Returns
    -------
    list of str
    """
    p, above = row["p"], row["lower_any"] > words["chance"]
    better = p <= words["level"]
    explained_p = p_value_explained(p, words["level"], words["permutations"])
    permuted = (
        f"Searches {'do' if better else 'do not do'} better than with randomly permuted labels, "
        f"where there is nothing to find ({explained_p})"
        if p == p
        else "No N as small as this was tested with permuted labels"
    )
    return [
        f"{permuted}, {'and' if better == above else 'but'} the 95% interval of their performance "
        f"on new patients {'is above' if above else 'is not above'} chance ({words['chance']:g})."
    ]


def control_sentence(row):
    """Return whether a control passed, and what to do if not; empty for an endpoint."""
    if row["role"] == "endpoint":
        return ""
    negative = row["role"] == "negative control"
    if row["control"] == PASSED:
        weak = "; a weak one may occur by chance" if row["signal"] == WEAK else ""
        should = f"not yes, as it should be with random labels{weak}" if negative else "yes"
        return (
            f"This {row['role']} passed: its signal is {should}"
            f"{'' if negative else ', as it should be'}."
        )
    reason = (
        "there should be no signal, as the labels are random. Check whether samples are copies of "
        "each other, and repeat with another seed"
        if negative
        else "there should be a signal. Check the labels and the preprocessing"
    )
    return f"This {row['role']} failed: {reason}."


def expectation_sentences(row, curve, words):
    """Return what to expect on new patients, and how many sets to try.

    Parameters
    ----------
    row : mapping
        Of the answers, at the recommended N.
    curve : pandas.DataFrame
        Of `held_out.tsv`, the rows of the candidate that `row` reports.
    words : mapping
        chance, performance (what it is called), region, sets, one_set, total (feature sets
        there are; None if not known).

    Returns
    -------
    list of str
    """
    n = row["N"]
    if row["signal"] == NO:
        return [
            f"Nothing that is shown to be better than chance ({words['chance']:g}): "
            f"{performance_with_limits(row)} at N = {n:,}, within {in_points(words['region'])} of "
            "the best N. A search itself reports more, up to "
            f"{performance(curve['inside'].max())}, as it picks the best of many on the same "
            "patients."
        ]
    optimism = row["inside"] - row["expected"]
    whose = "" if row["searched"] == ANY else " alone"
    return [
        f"Try {name_count(n, words)}, and expect a {words['performance']} of "
        f"{performance(row['expected'])} (95% interval {limits(row['lower'], row['upper'])}) "
        f"{search_with(row['searched'])}{whose}.",
        f"Such a search itself reports {performance(row['inside'])}: "
        f"{in_points(abs(optimism))} too {'many' if optimism >= 0 else 'few'}"
        f"{' (optimism), as it picks the best of many on the same patients' * (optimism >= 0)}.",
        *_larger_searches(n, curve, words),
    ]


def _larger_searches(n, curve, words):
    """Return what searches of more than `n` sets gain, and why not all sets are tried."""
    last, sets = curve.iloc[-1]["N"], words["sets"]
    known = f"for searches of more than {last:,} {sets} no performance on new patients is known"
    if n == last:
        return [f"This is the largest N examined; larger searches may reach more, but {known}."]
    by_n = curve.set_index("N")["outside"]
    gained = by_n[by_n.index > n].max() - by_n[n]
    gain = (
        f"less than {in_points(words['region'])}"
        if gained < words["region"]
        else f"{in_points(gained)} at most"
    )
    sentence = f"Searches of up to {last:,} {sets} gain {gain}."
    if words["total"] is not None and words["total"] <= last:
        return [sentence]
    everything = f", up to all {large_number(words['total'])}," if words["total"] else ""
    return [sentence, f"More{everything} is not advised: {known}."]


def classifier_sentences(row, behind, wins, words):
    """Return which classifier to take, and which one wins.

    Parameters
    ----------
    row : mapping
        Of the answers, at the recommended N.
    behind, wins : pandas.DataFrame
        Rows of `held_out.tsv` and `stability.tsv` at this N, of candidates only.
    words : mapping
        sets, one_set.

    Returns
    -------
    list of str
    """
    if row["signal"] == NO:
        return [
            "None, as there is no signal. Some candidates still win more searches "
            "than others; with random labels they do so too."
        ]
    _, names, cost = choice(behind)
    first = simplest(names)
    at_most = in_points(max(cost, 0))
    worse = [name for name in behind["candidate"] if name not in names]
    if not worse:
        sentences = [
            "No candidate is shown to be better than another on new patients. Take the simplest, "
            f"{first}: it is at most {at_most} behind the best one (95% limit)."
        ]
    elif len(names) > 1:
        verb = "is" if len(worse) == 1 else "are"
        others = joined(names, "or") if len(names) <= MOST_NAMED else "the others"
        sentences = [
            f"{joined(worse)} {verb} shown to be worse on new patients. Take one of {others}; the "
            f"simplest, {first}, is at most {at_most} behind the best one (95% limit)."
        ]
    else:
        sentences = [f"{first} is shown to be better on new patients than all others."]
    return [*sentences, *win_sentences(row, wins, words)]


def classifier(row):
    """Return which classifier to take, from a row of answers, with what this may cost."""
    if row["signal"] == NO or " as the simplest" not in row["classifier"]:
        return row["classifier"]
    return f"{row['classifier']} (costs at most {in_points(max(row['behind_upper'], 0))})"


def win_sentences(row, wins, words):
    """Return which candidate wins most searches of N, and how stable that is."""
    low, high = row["leader_lower"], row["leader_upper"]
    sentence = (
        f"The win percentage is the share of searches of {name_count(row['N'], words)} "
        f"that a candidate wins: {row['leader']} wins most often, {row['leader_win']:.0%} "
        f"({low:.0%} to {high:.0%} with other patients)."
    )
    group = leading_group(wins)
    share = wins.loc[wins["candidate"].isin(group), "leads"].sum()
    if len(group) < len(wins):
        stable = (
            f"In {share:.0%} of random halves of the patients, {joined(group, 'or')} wins most "
            "often."
        )
    else:
        stable = "Which one wins most often changes with the patients."
    return [sentence, stable, "A frequent winner need not be better on new patients."]


def named(feature, names):
    """Return a feature with its name, if it has another one."""
    name = names.get(feature, "")
    return f"{feature} ({name})" if name not in ("", feature) else feature


def feature_sentences(row, alone, names, words):
    """Return which features come up again and again, and what the first one does alone.

    Parameters
    ----------
    row : mapping
        Of the answers, at the recommended N.
    alone : pandas.DataFrame
        See `features_alone.features_alone`.
    names : mapping
        By feature, where it has a name.
    words : mapping
        region, sets.

    Returns
    -------
    list of str
    """
    sets = words["sets"]
    first = alone.iloc[0] if len(alone) else None
    if row["signal"] == NO:
        if first is None:
            return ["None, as there is no signal."]
        label = named(first["feature"], names)
        return [
            f"None, as there is no signal. Even the most frequent one, {label}, is in one of the "
            f"ten best {sets} in only {first['splits']:.0%} of the splits."
            if first["splits"] < RECURRING_SHARE
            else f"None, as there is no signal, although {label} is in one of the ten best {sets} "
            f"in {first['splits']:.0%} of the splits: that alone does not make a marker."
        ]
    often = recurring(alone)
    if often.empty:
        return [
            f"None comes up in half of the splits: which {sets} are best depends on the patients."
        ]
    label = named(first["feature"], names)
    sentences = [
        f"{label} leads: it is in one of the ten best {sets} in {first['splits']:.0%} of the "
        "splits into training and held-out patients."
    ]
    rest = often.iloc[1:]
    for others, how in (
        (rest.loc[rest["partner"], "feature"], "with it, as its partner"),
        (rest.loc[~rest["partner"], "feature"], "without it"),
    ):
        labels = [named(feature, names) for feature in others]
        if labels:
            several = "s" * (len(labels) > 1 and how.endswith("partner"))
            verb = "come" if len(labels) > 1 else "comes"
            sentences.append(f"{joined(labels)} {verb} up mostly {how}{several}.")
    return [*sentences, _alone_sentence(label, first, names, words)]


def _alone_sentence(label, first, names, words):
    """Return what the first feature does alone, and whether a partner is needed."""
    start = f"Alone, {label} reaches {performance(first['alone'])} ({first['candidate']}, {CHOSEN})"
    if not first["others"]:
        return f"{start}."
    partners = joined([named(feature, names) for feature in first["others"].split(", ")])
    gain = first["together"] - first["alone"]
    verdict = (
        "it needs no partner"
        if gain < words["region"]
        else f"how much of these {in_points(gain)} is chance is not known, as partners were chosen "
        "for it"
    )
    return f"{start}, with {partners} {performance(first['together'])}: {verdict}."


def certainty_sentences(summary, fit, held_out_sets):
    """Return how exact the numbers are, and how many sets to score.

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
        f"More patients, not more computing, would narrow the intervals (here {sizes} samples)."
    ]
    if not summary["sampled"]:
        sentences.append(
            f"All {large_number(total)} {sets} were scored, so sampling adds no error to the win "
            "percentages."
        )
    elif ratio == ratio:
        error = "more than 1 point to the win percentages"
        if total >= ratio:
            error = f"at most about 1 point to the win percentages up to N = {total / ratio:,.0f}"
        sentences.append(
            f"A random sample of {large_number(total)} {sets} was scored: this adds an error of "
            f"{error}."
        )
    if total > held_out_sets:
        sentences.append(
            f"The performance on new patients is from {large_number(held_out_sets)} of them, drawn "
            "at random."
        )
    if ratio == ratio:
        sentences.append(
            f"To save time on such data, score about {float(f'{ratio:.2g}'):,.0f} random {sets} "
            f"for each {name_set(summary['set_size'])} that the search draws: the win percentages "
            "then have an error of about 1 point."
        )
    return sentences


def figure_texts(curve, behind, wins, words):
    """Return what the figures of an endpoint show, for readers who do not see them.

    Parameters
    ----------
    curve : pandas.DataFrame
        Of `held_out.tsv`, the rows of the candidate that is reported.
    behind, wins : pandas.DataFrame
        Rows of `held_out.tsv` and `stability.tsv` at the recommended N, of candidates only.
    words : mapping
        performance (what it is called).

    Returns
    -------
    dict of str to str
        By the figure's name.
    """
    places = curve.iloc[[0, len(curve) // 2, -1]].to_dict("records")
    held_out = "; ".join(
        f"at N = {row['N']:,} {row['outside']:.2f} on held-out patients, {row['inside']:.2f} "
        "reported by the search"
        for row in places
    )
    n = f"at N = {behind['N'].iloc[0]:,}"
    ahead = behind.set_index("candidate")["behind"].map("{:.1%}".format).to_dict()
    shares = wins.set_index("candidate")["win"].map("{:.0%}".format).to_dict()
    return {
        "held_out": f"Curves of {words['performance']} against N, of searches "
        f"{search_with(curve['candidate'].iloc[0])}: {held_out}.",
        "behind": f"How far each candidate is behind the best one, against N; {n}: "
        f"{', '.join(f'{name} {value}' for name, value in ahead.items())}.",
        "stability": f"Win percentage of each candidate against N, with its interval; {n}: "
        f"{', '.join(f'{name} {value}' for name, value in shares.items())}.",
    }
