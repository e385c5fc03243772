package io.weir.cli.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import io.weir.cli.StandIn;
import io.weir.cli.options.EndpointOptions;
import io.weir.cli.options.SigningOptions;
import io.weir.cli.terminal.Terminal;
import io.weir.server.json.NodesDocument;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A command with the addresses of two nodes: a, which leads at first, and b. */
@Timeout(60)
final class NodeChangesTest {

  private final AtomicReference<String> leader = new AtomicReference<>("a");
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final NodeChanges changes = new NodeChanges(new Terminal(
      new PrintStream(new ByteArrayOutputStream(), true, UTF_8),
      new PrintStream(new ByteArrayOutputStream(), true, UTF_8),
      false));
  private StandIn a;
  private StandIn b;

  @BeforeEach
  void start() throws IOException {
    a = node("a");
    b = node("b");
  }

  @AfterEach
  void stop() {
    a.close();
    b.close();
  }

  @Test
  void aLeaderThatIsToBeRemovedHandsOverWhicheverNodeIsAskedFirst() {
    try (var client = endpoints(b, a).connect()) {
      var next = changes.leaderWithout(client.administration(), "a");

      assertThat(leader).hasValue("b");
      assertThat(next.orElse(b.origin())).isEqualTo(b.origin());
    }
  }

  @Test
  void aFollowerIsRemovedWithoutAHandOver() {
    try (var client = endpoints(b, a).connect()) {
      assertThat(changes.leaderWithout(client.administration(), "b")).isEmpty();
      assertThat(requests).noneMatch(request -> request.startsWith("POST"));
    }
  }

  @Test
  void theNextLeaderIsAskedForTheAccountOfTheFirstAddress() {
    try (var client = endpoints(a, b).connectAt(b.origin())) {
      client.administration().nodes().block();
    }

    assertThat(requests).containsExactly("GET b /devstoreaccount1/");
  }

  private EndpointOptions endpoints(StandIn first, StandIn second) {
    return EndpointOptions.of(
        first.account() + "," + second.account(), SigningOptions.of(null, null, null, null, null));
  }

  private StandIn node(String id) throws IOException {
    return StandIn.at("/", exchange -> {
      requests.add(exchange.getRequestMethod() + " " + id + " "
          + exchange.getRequestURI().getPath());
      if (exchange.getRequestMethod().equals("GET")) {
        answer(exchange, 200, nodes(id).write());
      } else if (leader.compareAndSet(id, "b")) {
        answer(exchange, 204, new byte[0]);
      } else {
        answer(exchange, 503, new byte[0]);
      }
      exchange.close();
    });
  }

  private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
    if (status == 503) {
      exchange.getResponseHeaders().set("x-ms-error-code", "ServerBusy");
    }
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
  }

  private NodesDocument nodes(String id) {
    var leads = leader.get().equals(id);
    return new NodesDocument(
        id,
        leads ? "leader" : "follower",
        1,
        Optional.of(leader.get()),
        leads ? Optional.empty() : Optional.of((leader.get().equals("a") ? a : b).origin()),
        List.of(),
        Optional.empty());
  }
}
