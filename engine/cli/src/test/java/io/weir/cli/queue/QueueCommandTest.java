package io.weir.cli.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.wire.SharedKey;
import io.weir.cli.Transcript;
import io.weir.cli.serve.RunningService;
import io.weir.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code weir queue} against a running service. */
final class QueueCommandTest {

  @TempDir
  private Path folder;

  private RunningService service;

  @BeforeEach
  void start() throws IOException {
    service = RunningService.start(folder);
    run("create", "orders");
  }

  @AfterEach
  void stop() {
    service.close();
  }

  @Test
  void messagesArePutSeenAndTakenInOrder() {
    run("put", "orders", "first <&>");
    run("put", "orders", "second");

    assertThat(run("peek", "orders", "--count", "32")).containsExactly("first <&>", "second");
    assertThat(run("take", "orders", "--delete")).containsExactly("first <&>");
    assertThat(run("take", "orders", "--count", "32", "--visibility", "600"))
        .containsExactly("second");
    assertThat(run("take", "orders")).isEmpty();
    assertThat(run("peek", "orders", "--hidden")).singleElement().asString().endsWith("Z second");
    assertThat(run("list")).containsExactly("orders 1");
  }

  @Test
  void messagesWithOneOrderingKeyAreTakenInOrder() {
    run("create", "lanes", "--lanes", "4");
    for (var text : List.of("a", "b", "c")) {
      run("put", "lanes", text, "--ordering-key", "17");
    }

    assertThat(run("take", "lanes", "--count", "32")).containsExactly("a", "b", "c");
  }

  @Test
  void delayedMessagesAreNotTaken() {
    run("put", "orders", "later", "--delay", "600", "--ttl", "-1");

    assertThat(run("take", "orders")).isEmpty();
    assertThat(run("list")).containsExactly("orders 1");
  }

  @Test
  void queuesAreListedClearedAndDeleted() {
    run("create", "orders");
    run("create", "answers");
    run("put", "orders", "a");
    assertThat(run("list")).containsExactly("answers 0", "orders 1");

    run("clear", "orders");
    assertThat(run("list")).containsExactly("answers 0", "orders 0");

    run("delete", "answers");
    assertThat(run("list")).containsExactly("orders 0");
  }

  @Test
  void aConnectionStringNamesTheQueuesAndTheKey() {
    run("put", "orders", "a");

    var text = "AccountName=devstoreaccount1;AccountKey=" + SharedKey.DEVELOPMENT_KEY
        + ";QueueEndpoint=" + service.queues() + "/";

    assertThat(result("queue", "peek", "orders", "--connection-string", text)).containsExactly("a");
    assertThat(result("queue", "peek", "orders", "--connection-string", text, "--key", "a2V5"))
        .as("a connection string goes before a key")
        .containsExactly("a");
    assertThat(failure("queue", "peek", "orders", "--connection-string", "AccountName=a"))
        .contains("expected=AccountKey|SharedAccessSignature");
  }

  @Test
  void aSignatureOfTheQueueAllowsWhatItSays() {
    var token = result("sas", "--queue", "orders", "--permissions", "ar").get(0);

    result("queue", "put", "orders", "a", "--sas", token, "--queue-endpoint", service.queues());
    assertThat(
            result("queue", "peek", "orders", "--sas", token, "--queue-endpoint", service.queues()))
        .containsExactly("a");
    assertThat(failure(
            "queue", "take", "orders", "--sas", token, "--queue-endpoint", service.queues()))
        .contains("AuthorizationPermissionMismatch");
    var screen = new Transcript();
    screen.run(
        Map.of("WEIR_KEY", "a2V5", "WEIR_QUEUE_ENDPOINT", service.queues()),
        "queue",
        "peek",
        "orders",
        "--sas",
        "?" + token);
    assertThat(screen.out().lines())
        .as("a signature goes before the exported key")
        .containsExactly("a");
    assertThat(failure("sas", "--queue", "orders", "--permissions", "r", "--sas", token))
        .contains("needs a key");
    assertThat(failure("sas", "--queue", "orders", "--table", "Orders", "--permissions", "r"))
        .contains("exclude each other");
  }

  @Test
  void aRefusalNamesItsReason() {
    var screen = new Transcript();

    var code =
        screen.run(Map.of(), "queue", "take", "absent-queue", "--queue-endpoint", service.queues());

    assertThat(code).isEqualTo(ExitCode.FAILED);
    assertThat(screen.err()).contains("queue").contains("does not exist");
  }

  @Test
  void withoutASubcommandTheChoicesArePrinted() {
    var screen = new Transcript();

    assertThat(screen.run(Map.of(), "queue")).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(screen.err())
        .contains("queue create, list, put, take, receive, peek, clear or delete");
  }

  private static List<String> result(String... arguments) {
    var screen = new Transcript();
    var code = screen.run(Map.of(), arguments);
    assertThat(code).as(screen.err()).isZero();
    return screen.out().lines().toList();
  }

  private static String failure(String... arguments) {
    var screen = new Transcript();
    assertThat(screen.run(Map.of(), arguments)).isNotZero();
    return screen.err();
  }

  private List<String> run(String... arguments) {
    var all = new ArrayList<>(List.of("queue"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--queue-endpoint", service.queues()));
    return result(all.toArray(String[]::new));
  }
}
