package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.cli.Transcript;
import io.weir.cli.store.ModelStores;
import io.weir.cli.terminal.ExitCode;
import io.weir.client.WeirClient;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Serving a store that a provider opens at an address. */
final class ProvidedStoreTest {

  private static final TableName STRIKES = new TableName("Strikes");

  @Test
  void theStoreOfAProviderIsServedAndClosedAtTheStop() throws Exception {
    try (var serving = ServingThread.at("model://birds")) {
      assertThat(serving.startLine())
          .contains("(store model://birds, account devstoreaccount1 with its published key)");
      assertThat(ModelStores.open()).isOne();
      try (var client = WeirClient.builder().endpoint(serving.url()).connect()) {
        client
            .createTable(STRIKES)
            .then(
                client.write(STRIKES, new Write.Insert(Entity.builder("TX", "1").build())))
            .block();
        assertThat(client.query(STRIKES, Query.ALL).count().block()).isOne();
      }
    }
    assertThat(ModelStores.open()).isZero();
  }

  @Test
  void aPortInUseClosesTheStore() throws Exception {
    try (var taken = new ServerSocket(0)) {
      var port = Integer.toString(taken.getLocalPort());

      assertThat(
              new Transcript().run(Map.of(), "serve", "--store", "model://birds", "--port", port))
          .isEqualTo(ExitCode.FAILED);
    }
    assertThat(ModelStores.open()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "hbase://zk1, weir-hbase.jar",
    "model:birds, model://NAME",
  })
  void anAddressThatNoProviderTakesIsWrongUsage(String address, String expected) {
    assertRefused(expected, "--store", address);
  }

  @ParameterizedTest
  @CsvSource({"--data, folder", "--backup-dir, folder", "--durability, memory", "--balance, off"})
  void anOptionOfFoldersIsRefusedBesideAnAddress(String option, String value) {
    assertRefused(option + " belongs to", "--store", "model://birds", option, value);
  }

  private static void assertRefused(String expected, String... options) {
    var screen = new Transcript();
    var args = new String[options.length + 1];
    args[0] = "serve";
    System.arraycopy(options, 0, args, 1, options.length);

    assertThat(screen.run(Map.of(), args)).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(screen.err()).contains(expected);
    assertThat(ModelStores.open()).isZero();
  }
}
