package io.weir.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.wire.SharedKey;
import io.weir.api.write.Write;
import io.weir.client.WeirClient;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.store.StoreUnusable;
import io.weir.server.auth.Account;
import io.weir.server.http.ServerOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opening, closing, and what stands in the way of it. */
final class LocalServiceTest {

  private static final TableName PEOPLE = new TableName("People");

  @TempDir
  Path folder;

  @Test
  void whatWasAcknowledgedIsThereAtTheNextStart() throws IOException {
    try (var service = RunningService.start(folder);
        var client = WeirClient.builder().endpoint(service.endpoint()).connect()) {
      client
          .createTable(PEOPLE)
          .then(client.write(PEOPLE, new Write.Insert(Entity.builder("p", "r").build())))
          .block();
    }

    try (var service = RunningService.start(folder);
        var client = WeirClient.builder().endpoint(service.endpoint()).connect()) {
      assertThat(client.query(PEOPLE, Query.ALL).count().block()).isEqualTo(1);
    }
  }

  @Test
  void aStoreInUseIsRefused() throws IOException {
    try (var service = RunningService.start(folder)) {
      assertThatThrownBy(() -> RunningService.start(folder))
          .isInstanceOf(StoreUnusable.class)
          .satisfies(failure ->
              assertThat(Complaint.about(failure).line()).doesNotContain("\n").contains("lock"));
      assertThat(service.endpoint()).isNotEmpty();
    }
  }

  @Test
  void aPortInUseIsRefusedAndTheStoreIsFreeAgain() throws IOException {
    try (var service = RunningService.start(folder)) {
      var port = URI.create(service.origin()).getPort();
      var other = folder.resolve("other");

      assertThatThrownBy(() -> open(other, port))
          .isInstanceOf(CommandFailure.class)
          .hasMessageContaining("127.0.0.1:" + port)
          .hasMessageContaining("--port");
      open(other, 0).close();
    }
  }

  @Test
  void aFolderOfOtherThingsIsRefused() throws IOException {
    Files.writeString(folder.resolve("letter.txt"), "Dear");

    assertThatThrownBy(() -> open(folder, 0))
        .isInstanceOf(StoreUnusable.class)
        .hasMessageContaining("letter.txt");
  }

  @Test
  void closingTwiceIsClosingOnce() throws IOException {
    var service = open(folder.resolve("store"), 0);

    service.close();
    service.close();

    assertThat(folder.resolve("store")).isDirectory();
  }

  private static LocalService open(Path folder, int port) throws IOException {
    return LocalService.open(
        StoreOptions.in(folder).withPartitionGroups(1),
        ServerOptions.builder().port(port).build(),
        Account.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY),
        1);
  }
}
