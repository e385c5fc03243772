package io.weir.perf.service;

import java.util.List;

/** A garbage collector of the server's JVM. */
enum Collector {
  /** The one that the JVM chooses for the machine. */
  DEFAULT("as the JVM chooses"),
  SERIAL("serial"),
  PARALLEL("parallel"),
  G1("G1"),
  SHENANDOAH("Shenandoah"),
  /** With generations, where the JDK has them and they are not the only mode. */
  ZGC("ZGC");

  private final String title;

  Collector(String title) {
    this.title = title;
  }

  /** Returns the options that choose it. A JVM ignores those that it does not know. */
  List<String> jvmOptions() {
    return switch (this) {
      case DEFAULT -> List.of();
      case SERIAL -> List.of("-XX:+UseSerialGC");
      case PARALLEL -> List.of("-XX:+UseParallelGC");
      case G1 -> List.of("-XX:+UseG1GC");
      case SHENANDOAH -> List.of("-XX:+UseShenandoahGC");
      case ZGC -> List.of("-XX:+UseZGC", "-XX:+ZGenerational");
    };
  }

  @Override
  public String toString() {
    return title;
  }
}
