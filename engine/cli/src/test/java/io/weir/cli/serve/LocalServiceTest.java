package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.cli.Transcript;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.ExitCode;
import io.weir.client.WeirClient;
import io.weir.engine.store.StoreUnusable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opening and closing a service, and the conditions that prevent its start. */
final class LocalServiceTest {

  private static final TableName PEOPLE = new TableName("People");

  @TempDir
  Path folder;

  @Test
  void acknowledgedWritesArePresentAfterARestart() throws IOException {
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
      var screen = new Transcript();
      var store = folder.resolve("store").toString();
      var copy = folder.resolve("copy").toString();

      assertThatThrownBy(() -> RunningService.start(folder)).isInstanceOf(StoreUnusable.class);
      assertThat(screen.run(Map.of(), "export", copy, "--store", store)).isEqualTo(ExitCode.FAILED);
      assertThat(screen.err().lines()).singleElement().asString().contains("lock");
      assertThat(service.endpoint()).isNotEmpty();
    }
  }

  @Test
  void aPortInUseFailsTheStartAndReleasesTheStore() throws IOException {
    try (var service = RunningService.start(folder)) {
      var port = URI.create(service.origin()).getPort();
      var other = folder.resolve("other");

      assertThatThrownBy(() -> RunningService.start(other, port, Optional.empty()))
          .isInstanceOf(CommandFailure.class)
          .hasMessageContaining("127.0.0.1:" + port)
          .hasMessageContaining("--port");
      RunningService.start(other).close();
    }
  }

  @Test
  void aFolderWithOtherFilesIsRefused() throws IOException {
    Files.createDirectory(folder.resolve("store"));
    Files.writeString(folder.resolve("store/letter.txt"), "Dear");

    assertThatThrownBy(() -> RunningService.start(folder))
        .isInstanceOf(StoreUnusable.class)
        .hasMessageContaining("letter.txt");
  }

  @Test
  void closingTwiceHasNoFurtherEffect() throws IOException {
    var service = RunningService.start(folder);

    service.close();
    service.close();

    assertThat(folder.resolve("store")).isDirectory();
  }
}
