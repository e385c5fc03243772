package io.weir.client.rest;

import io.weir.api.TableService;
import io.weir.api.contract.RestDialectContract;
import io.weir.client.Emulator;
import io.weir.client.WeirClient;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The client over a service other than Weir, {@code azurite-table}, whose dialect it detects. Runs only if {@code
 * -Dweir.azurite.endpoint=http://127.0.0.1:PORT/devstoreaccount1} names its address.
 */
@ExtendWith(EmulatorDifferences.class)
@EnabledIfSystemProperty(named = Emulator.ENDPOINT, matches = "http.+")
final class EmulatorContractTest implements RestDialectContract {

  private static WeirClient client;

  @BeforeAll
  static void start() {
    client = Emulator.connect();
  }

  @AfterAll
  static void stop() {
    client.closeLater().block(Duration.ofSeconds(10));
  }

  @Override
  public TableService service() {
    return client;
  }

  /** Two pages of a thousand entities, because the emulator does not limit the bytes of a page. */
  @Override
  public int bytesInTransit() {
    return 2 * 1024 * 16 * 1024;
  }
}
