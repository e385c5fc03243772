package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.weir.api.AccountName;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.wire.SharedKey;
import io.weir.api.write.Write;
import io.weir.cli.Transcript;
import io.weir.cli.store.StoreOpening;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.ExitCode;
import io.weir.client.ConnectionString;
import io.weir.client.WeirClient;
import io.weir.engine.store.StoreUnusable;
import io.weir.server.auth.Account;
import io.weir.server.auth.AccountRegistry;
import io.weir.server.auth.Callers;
import io.weir.server.http.ServerOptions;
import io.weir.testkit.FreePorts;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

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
  void aNewStoreIsNotCalledRebuilt() throws IOException {
    var log = (Logger) LoggerFactory.getLogger("io.weir.engine.store.Opening");
    var logged = new ListAppender<ILoggingEvent>();
    logged.start();
    log.setLevel(Level.INFO);
    log.addAppender(logged);
    try {
      RunningService.start(folder).close();
      RunningService.start(folder).close();
    } finally {
      log.detachAppender(logged);
      log.setLevel(null);
    }

    assertThat(logged.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .filteredOn(line -> line.startsWith("opened the store"))
        .satisfiesExactly(
            first -> assertThat(first).contains(" start=empty "),
            second -> assertThat(second).contains(" start=checkpoint "));
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
  void aPortInUseIsToldBeforeTheStoreIsOpened() throws IOException {
    try (var used = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var port = Integer.toString(used.getLocalPort());
      for (var option : List.of("--port", "--queue-port", "--metrics-port", "--health-port")) {
        var screen = new Transcript();
        var store = folder.resolve("untouched");

        var exitCode = screen.run(Map.of(), served(store, option, port));

        assertThat(exitCode).as(option).isEqualTo(ExitCode.FAILED);
        assertThat(screen.err()).contains("Cannot listen on 127.0.0.1:" + port, option + " (0");
        assertThat(store).doesNotExist();
      }
    }
  }

  @Test
  void twoOptionsThatNameOnePortAreRefusedBeforeTheStoreIsOpened() throws IOException {
    var free = FreePorts.next();
    var screen = new Transcript();
    var store = folder.resolve("untouched");

    var exitCode =
        screen.run(Map.of(), served(store, "--port", free + "", "--health-port", free + ""));

    assertThat(exitCode).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(screen.err()).contains("--port and --health-port name the same port. port=" + free);
    assertThat(store).doesNotExist();
  }

  @Test
  void anUnknownHostIsToldBeforeTheStoreIsOpened() {
    var screen = new Transcript();
    var store = folder.resolve("untouched");

    var exitCode = screen.run(
        Map.of(),
        served(store, "--port", "1", "--host", "no.such.host.invalid", "--allow-published-key"));

    assertThat(exitCode).isEqualTo(ExitCode.FAILED);
    assertThat(screen.err()).contains("no.such.host.invalid:1: the host is unknown");
    assertThat(store).doesNotExist();
  }

  private static String[] served(Path store, String... options) {
    var args = new ArrayList<>(List.of("serve", "--data", store.toString(), "--loops", "1"));
    if (!List.of(options).contains("--port")) {
      args.addAll(List.of("--port", "0"));
    }
    args.addAll(List.of(options));
    return args.toArray(String[]::new);
  }

  @Test
  void aPortWithoutQueuesIsNotTakenForThem() throws IOException {
    try (var used = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      StoreOpening opening = loops -> {
        throw new IOException("the store was opened");
      };

      assertThatThrownBy(
              () -> LocalService.open(options(opening, 0, OptionalInt.of(used.getLocalPort()))))
          .hasMessage("the store was opened");
    }
  }

  @Test
  void aPortIsTakenButRefusesConnectionsWhileTheStoreIsOpened() throws IOException {
    var port = FreePorts.next();
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    StoreOpening opening = loops -> {
      try (var client = new Socket();
          var other = new ServerSocket()) {
        assertThatThrownBy(() -> client.connect(address)).isInstanceOf(ConnectException.class);
        assertThatThrownBy(() -> other.bind(address)).isInstanceOf(BindException.class);
      }
      throw new IOException("the store was opened");
    };

    assertThatThrownBy(() -> LocalService.open(options(opening, port, OptionalInt.empty())))
        .hasMessage("the store was opened");
    new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
  }

  private static ServiceOptions options(StoreOpening opening, int port, OptionalInt queuePort) {
    return new ServiceOptions(
        opening,
        ServerOptions.builder().port(port).build(),
        queuePort,
        OptionalInt.empty(),
        Callers.of(AccountRegistry.of(Account.development())),
        1,
        Optional.empty(),
        List.of(),
        Optional.empty());
  }

  @Test
  void theConnectionStringReachesTablesAndQueues() throws IOException {
    try (var service = RunningService.start(folder)) {
      var parsed = ConnectionString.parse(service
          .service()
          .connectionString(AccountName.DEVELOPMENT, of(Account.development()).shownKey()));

      assertThat(parsed.tableEndpoint()).isEqualTo(service.endpoint());
      assertThat(parsed.queueEndpoint()).isEqualTo(service.queues());
      try (var client = parsed.tables().connect()) {
        assertThat(client.tables().collectList().block()).isEmpty();
      }
    }
  }

  @Test
  void onlyThePublishedKeyIsShown() {
    var birds = new AccountName("birds");

    assertThat(of(Account.development()).shownKey()).isEqualTo(SharedKey.DEVELOPMENT_KEY);
    assertThat(of(Account.of(birds, SharedKey.DEVELOPMENT_KEY)).shownKey())
        .isEqualTo(SharedKey.DEVELOPMENT_KEY);
    assertThat(of(Account.of(birds, "a2V5")).shownKey()).isEqualTo("KEY");
    assertThat(of(Account.of(AccountName.DEVELOPMENT, "a2V5")).shownKey()).isEqualTo("KEY");
  }

  private static ServedAccounts of(Account account) {
    return new ServedAccounts(AccountRegistry.of(account), account.name(), "", false, List.of());
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
