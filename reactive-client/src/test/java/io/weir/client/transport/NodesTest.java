package io.weir.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.error.ServiceBusyException;
import io.weir.client.ClientOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.netty.resources.LoopResources;

/** To which of its nodes a client goes after failures of any of them, in any order. */
final class NodesTest {

  private final IOException lost = new IOException("connection lost");

  private final LoopResources loops = LoopResources.create("weir-test", 1, true);

  @AfterEach
  void end() {
    loops.dispose();
  }

  private Nodes nodes(String... origins) {
    var options = ClientOptions.builder()
        .endpoints(Stream.of(origins).map(origin -> origin + "/birds").toArray(String[]::new))
        .key("bm90IGEgc2VjcmV0")
        .build();
    return new Nodes(options.endpoints().stream()
        .map(each ->
            new Node(each, Connections.of(each, options.pool(), options.silenceTimeout(), loops)))
        .toList());
  }

  private static Throwable names(String address) {
    return new ServiceBusyException("reason=notLeader leader=b address=" + address);
  }

  /** Nodes name the address of their tables. */
  @Test
  void aClientOfQueuesFindsTheLeaderByItsHost() {
    var queues =
        nodes("http://a.example:10001", "http://b.example:10001", "http://c.example:10001");

    queues.failed(queues.leader(), names("http://c.example:10002"));

    assertThat(queues.leader().endpoint().host()).isEqualTo("c.example");
  }

  @Test
  void aHostOfTwoNodesNamesNoneOfThem() {
    var queues =
        nodes("http://a.example:10001", "http://c.example:10001", "http://c.example:10011");

    queues.failed(queues.leader(), names("http://c.example:10012"));

    assertThat(queues.leader()).as("the next one").isSameAs(queues.all().get(1));
  }

  @Test
  void requestsThatFailTogetherMoveTheClientOnce() {
    var nodes = nodes("http://a.example:1", "http://b.example:1", "http://c.example:1");
    var first = nodes.leader();

    for (var i = 0; i < 5; i++) {
      nodes.failed(first, lost);
    }

    assertThat(nodes.leader()).isSameAs(nodes.all().get(1));
  }

  /** Each node says that the first one leads, and the first one cannot be reached. */
  @Test
  void everyNodeHasItsTurnWhateverIsNamed() {
    var nodes = nodes("http://a.example:1", "http://b.example:1", "http://c.example:1");
    var met = new ArrayList<Node>();

    for (var i = 0; i < 6; i++) {
      var at = nodes.leader();
      met.add(at);
      nodes.failed(at, at == nodes.all().get(0) ? lost : names("http://a.example:1"));
    }

    assertThat(met).containsAll(nodes.all());
  }

  @Test
  void aServiceOfOneNodeHasNoOther() {
    var one = nodes("http://a.example:1");

    one.failed(one.leader(), lost);

    assertThat(one.leader()).isSameAs(one.all().get(0));
  }
}
