package io.weir.perf.process;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Builds the command line that runs a main class of this program in a JVM of its own. */
public final class JavaCommand {

  /**
   * The property that switches Netty's leak detection off; {@code weir} switches it off in its own
   * process as well.
   */
  public static final String LEAK_DETECTION = "io.netty.leakDetection.level";

  /**
   * Options for a JVM in which Chronicle Map and lmdbjava run. The manifest of the jar says the
   * same.
   */
  public static final List<String> FLAGS = List.of(
      "--add-opens=java.base/java.lang=ALL-UNNAMED",
      "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
      "--add-opens=java.base/java.nio=ALL-UNNAMED",
      "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
      "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
      "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
      "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
      "-Dchronicle.analytics.disable=true",
      "-D" + LEAK_DETECTION + "=disabled",
      "-XX:+IgnoreUnrecognizedVMOptions",
      "--sun-misc-unsafe-memory-access=allow",
      "--enable-native-access=ALL-UNNAMED");

  private JavaCommand() {}

  /** Returns the command for a main class with its arguments, on this process's class path. */
  public static List<String> of(Class<?> mainClass, String... arguments) {
    return of(List.of(), mainClass, arguments);
  }

  /** Returns the command with further options of the JVM. */
  public static List<String> of(List<String> options, Class<?> mainClass, String... arguments) {
    var started = List.of("-cp", classPath(), mainClass.getName());
    return join(options, started, List.of(arguments));
  }

  /** Returns the command for a runnable jar with its arguments. */
  public static List<String> ofJar(Path jar, String... arguments) {
    return join(List.of(), List.of("-jar", jar.toString()), List.of(arguments));
  }

  private static List<String> join(
      List<String> options, List<String> started, List<String> arguments) {
    return Stream.of(List.of(program()), FLAGS, options, started, arguments)
        .flatMap(List::stream)
        .toList();
  }

  /** Returns the path of the {@code java} program that runs this process. */
  static String program() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** Absolute, because a child process has another working folder. */
  private static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(place -> Path.of(place).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
