import weka.classifiers.Classifier;
import weka.core.Instances;
import weka.core.converters.ConverterUtils.DataSource;

/** Prints the classes that a classifier calls for the rows of a table that did not train it. */
public class Calls {
    /** Arguments: ARFF file, class of the classifier, training rows. */
    public static void main(String[] arguments) throws Exception {
        Instances data = DataSource.read(arguments[0]);
        data.setClassIndex(data.numAttributes() - 1);
        int trainingRows = Integer.parseInt(arguments[2]);
        Classifier classifier = Classifier.forName(arguments[1], null);
        classifier.buildClassifier(new Instances(data, 0, trainingRows));
        StringBuilder called = new StringBuilder();
        for (int row = trainingRows; row < data.numInstances(); row++)
            called.append(" ").append((int) classifier.classifyInstance(data.instance(row)));
        System.out.println(called.substring(1));
    }
}
