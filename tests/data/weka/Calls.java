import weka.classifiers.trees.J48;
import weka.core.Instances;
import weka.core.converters.ConverterUtils.DataSource;

/** Prints the classes that J48 calls for the rows of a table that did not train it, a digit each. */
public class Calls {
    /** Arguments: ARFF file and training rows, any number of times. */
    public static void main(String[] arguments) throws Exception {
        for (int k = 0; k < arguments.length; k += 2) {
            Instances data = DataSource.read(arguments[k]);
            data.setClassIndex(data.numAttributes() - 1);
            int trainingRows = Integer.parseInt(arguments[k + 1]);
            J48 tree = new J48();
            tree.buildClassifier(new Instances(data, 0, trainingRows));
            StringBuilder called = new StringBuilder();
            for (int row = trainingRows; row < data.numInstances(); row++)
                called.append((int) tree.classifyInstance(data.instance(row)));
            System.out.println(called);
        }
    }
}
