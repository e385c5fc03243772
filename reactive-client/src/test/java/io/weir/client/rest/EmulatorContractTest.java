package io.weir.client.rest;

import io.weir.api.TableService;
import io.weir.api.contract.RestDialectContract;
import io.weir.client.DialectChoice;
import io.weir.client.WeirClient;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The client over a service that is not Weir, {@code azurite-table}, which it finds out by itself. Runs where {@code
 * -Dweir.azurite.endpoint=http://127.0.0.1:PORT/devstoreaccount1} says where that is.
 */
@ExtendWith(EmulatorDifferences.class)
@EnabledIfSystemProperty(named = "weir.azurite.endpoint", matches = "http.+")
final class EmulatorContractTest implements RestDialectContract {

  private static WeirClient client;

  @BeforeAll
  static void start() {
    client = WeirClient.builder()
        .endpoint(System.getProperty("weir.azurite.endpoint"))
        .dialect(DialectChoice.AUTO)
        .loops(1)
        .connect();
  }

  @AfterAll
  static void stop() {
    client.closeLater().block(Duration.ofSeconds(10));
  }

  @Override
  public TableService service() {
    return client;
  }

  /** Two pages of a thousand entities: the emulator minds no bytes. */
  @Override
  public int bytesInTransit() {
    return 2 * 1024 * 16 * 1024;
  }
}
