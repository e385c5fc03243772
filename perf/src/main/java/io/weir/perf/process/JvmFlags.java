package io.weir.perf.process;

import java.util.List;

/** Options for a JVM in which Chronicle Map and lmdbjava run: what this jar's manifest says, for processes that it starts by class path. */
public final class JvmFlags {

  /** What {@code weir} has switched off in its own process is off in all of them. */
  public static final String LEAK_DETECTION = "io.netty.leakDetection.level";

  public static final List<String> ALL = List.of(
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

  private JvmFlags() {}
}
