package io.weir.engine.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.weir.engine.Seeds;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/**
 * Suppresses the engine's log while the tests of a class inject failures, except in the replay of
 * one seed.
 */
final class Quiet implements BeforeAllCallback, AfterAllCallback {

  @Override
  public void beforeAll(ExtensionContext context) {
    if (!Seeds.isReplay()) {
      engine().setLevel(Level.OFF);
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    engine().setLevel(null);
  }

  private static Logger engine() {
    return (Logger) LoggerFactory.getLogger("io.weir.engine");
  }
}
