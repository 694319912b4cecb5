import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import weka.classifiers.Classifier;
import weka.classifiers.Evaluation;
import weka.core.Instances;
import weka.core.converters.ConverterUtils.DataSource;

/** Prints test, index and error of a Weka classifier on original and randomised data. */
public class Errors {
    /** Arguments: ARFF file, class of the classifier, originals, randomisations, training rows (0: 10 folds). */
    public static void main(String[] arguments) throws Exception {
        Instances data = DataSource.read(arguments[0]);
        data.setClassIndex(data.numAttributes() - 1);
        int trainingRows = Integer.parseInt(arguments[4]);
        for (String test : new String[] {"original", "labels", "columns"}) {
            int count = Integer.parseInt(arguments[test.equals("original") ? 2 : 3]);
            for (int index = 0; index < count; index++) {
                Random random = new Random(1000 * test.length() + index);
                Instances drawn = randomised(data, test, random);
                Classifier classifier = Classifier.forName(arguments[1], null);
                double error = error(classifier, drawn, trainingRows, random);
                System.out.println(test + "\t" + index + "\t" + error);
            }
        }
    }

    static Instances randomised(Instances data, String test, Random random) {
        Instances result = new Instances(data);
        if (test.equals("labels")) {
            List<Integer> all = new ArrayList<>();
            for (int i = 0; i < data.numInstances(); i++) all.add(i);
            permute(data, result, data.classIndex(), all, random);
        }
        if (test.equals("columns")) {
            for (int c = 0; c < data.numClasses(); c++) {
                List<Integer> rows = new ArrayList<>();
                for (int i = 0; i < data.numInstances(); i++)
                    if ((int) data.instance(i).classValue() == c) rows.add(i);
                for (int j = 0; j < data.numAttributes(); j++)
                    if (j != data.classIndex()) permute(data, result, j, rows, random);
            }
        }
        return result;
    }

    static void permute(Instances from, Instances to, int column, List<Integer> rows, Random random) {
        List<Integer> shuffled = new ArrayList<>(rows);
        Collections.shuffle(shuffled, random);
        for (int i = 0; i < rows.size(); i++)
            to.instance(rows.get(i)).setValue(column, from.instance(shuffled.get(i)).value(column));
    }

    static double error(Classifier classifier, Instances data, int trainingRows, Random random)
            throws Exception {
        Evaluation evaluation = new Evaluation(data);
        if (trainingRows == 0) {
            evaluation.crossValidateModel(classifier, data, 10, random);
        } else {
            data.randomize(random);
            classifier.buildClassifier(new Instances(data, 0, trainingRows));
            evaluation.evaluateModel(
                    classifier, new Instances(data, trainingRows, data.numInstances() - trainingRows));
        }
        return evaluation.errorRate();
    }
}
