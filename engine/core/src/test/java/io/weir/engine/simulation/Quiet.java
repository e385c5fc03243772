package io.weir.engine.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** Suppresses the engine's log while tests inject failures. */
final class Quiet {

  private Quiet() {}

  static void begin() {
    engine().setLevel(Level.OFF);
  }

  static void end() {
    engine().setLevel(null);
  }

  private static Logger engine() {
    return (Logger) LoggerFactory.getLogger("io.weir.engine");
  }
}
