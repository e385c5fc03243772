package io.weir.client.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableSetting;
import io.weir.api.contract.RestDialectContract;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.client.Emulator;
import io.weir.client.WeirClient;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.test.StepVerifier;

/**
 * The client over a service other than Weir, {@code azurite-table}, whose dialect it detects. Runs
 * only if {@code -Dweir.azurite.endpoint=http://127.0.0.1:PORT/devstoreaccount1} names its address.
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

  /** The emulator takes these requests for queries. */
  @Test
  void definitionsOfATableAreNotOffered() {
    var table = new TableName("Plain" + Long.toString(System.nanoTime(), 36));
    client.createTable(table).block();

    for (var definitions : List.of(
        client.indexes(table),
        client.setting(table, TableSetting.EXPIRY),
        client.setting(table, TableSetting.FEED))) {
      StepVerifier.create(definitions)
          .expectErrorSatisfies(failure -> assertThat(failure)
              .isInstanceOfSatisfying(
                  InvalidRequestException.class,
                  refused -> assertThat(refused.code()).isEqualTo(ErrorCode.NOT_IMPLEMENTED)))
          .verify(Duration.ofSeconds(10));
    }
    client.deleteTable(table).block();
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
