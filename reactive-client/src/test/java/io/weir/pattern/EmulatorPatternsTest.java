package io.weir.pattern;

import io.weir.api.TableService;
import io.weir.client.Emulator;
import io.weir.client.WeirClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The patterns over a service other than Weir, {@code azurite-table}. Runs only if
 * {@code -Dweir.azurite.endpoint=http://127.0.0.1:PORT/devstoreaccount1} names its address.
 */
@EnabledIfSystemProperty(named = Emulator.ENDPOINT, matches = "http.+")
final class EmulatorPatternsTest implements Patterns {

  private static WeirClient client;

  @BeforeAll
  static void start() {
    client = Emulator.connect();
  }

  @AfterAll
  static void stop() {
    client.closeLater().block(PATIENCE);
  }

  @Override
  public TableService weir() {
    return client;
  }

  @Override
  public boolean removesRanges() {
    return false;
  }

  @Override
  public boolean commitsJointly() {
    return false;
  }

  @Override
  public boolean changesInPlace() {
    return false;
  }

  @Override
  public boolean followsChanges() {
    return false;
  }

  @Override
  public boolean hasIndexes() {
    return false;
  }

  @Override
  @Test
  @Disabled(
      "a page of the emulator has a thousand entities, whatever their size, so the whole value is read ahead")
  public void aReaderOfAReplacedValueFailsClearly() {}
}
