import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import net.openhft.chronicle.values.ValueModel;

/**
 * Compiles, while the engine is built, the accessors that Chronicle Map would otherwise write and compile in every process that opens a
 * map: it looks for a class of that name first. So a start needs neither the seconds that the compiler takes nor the compiler.
 *
 * <p>{@code java -cp CHRONICLE ChronicleAccessors.java FOLDER RELEASE}: the class goes to the folder and runs on that release of Java.
 * The source comes from the very version of Chronicle Map that is on the class path.
 */
final class ChronicleAccessors {

  private static final String PACKAGE = "net.openhft.chronicle.hash";
  private static final String VALUE = "VanillaGlobalMutableState";
  private static final String ACCESSORS = VALUE + ValueModel.$$NATIVE;

  private ChronicleAccessors() {}

  public static void main(String[] args) throws Exception {
    var made = Files.createTempDirectory("accessors");
    compile(source(), made, args[1]);
    update(Path.of(args[0]), made);
  }

  /** Moves the class to the folder, unless it is there: a newer file would make Maven compile every module that uses the engine again. */
  private static void update(Path folder, Path made) throws IOException {
    var name = Path.of(PACKAGE.replace('.', '/'), ACCESSORS + ".class");
    var old = folder.resolve(name);
    if (!Files.exists(old) || Files.mismatch(old, made.resolve(name)) >= 0) {
      Files.createDirectories(old.getParent());
      Files.copy(made.resolve(name), old, StandardCopyOption.REPLACE_EXISTING);
    }
    remove(made);
  }

  private static void remove(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** What Chronicle Values would compile; it shows that to nobody. */
  private static String source() throws ReflectiveOperationException {
    var model = ValueModel.acquire(Class.forName(PACKAGE + "." + VALUE));
    var generator = Class.forName("net.openhft.chronicle.values.Generators")
        .getDeclaredMethod("generateNativeClass", ValueModel.class, String.class);
    generator.setAccessible(true);
    return (String) generator.invoke(null, model, ACCESSORS);
  }

  private static void compile(String source, Path folder, String release) throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      var options = List.of(
          "-d",
          folder.toString(),
          "-cp",
          System.getProperty("java.class.path"),
          "--release",
          release,
          "-proc:none");
      var unit = new Source(URI.create("string:///" + ACCESSORS + ".java"), source);
      if (!compiler.getTask(null, files, null, options, null, List.of(unit)).call()) {
        throw new IllegalStateException("The accessors of Chronicle Map do not compile.");
      }
    }
  }

  private static final class Source extends SimpleJavaFileObject {

    private final String text;

    Source(URI name, String text) {
      super(name, JavaFileObject.Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
