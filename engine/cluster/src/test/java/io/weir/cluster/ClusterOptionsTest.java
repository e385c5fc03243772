package io.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings of a node: their texts, and both sides of their limits. */
final class ClusterOptionsTest {

  private static final List<NodeAddress> NODES = NodeAddress.list("a=h1:1,b=h2:2,c=[::1]:65535");

  @Test
  void nodesAreRead() {
    assertThat(NODES)
        .containsExactly(
            new NodeAddress("a", "h1", 1),
            new NodeAddress("b", "h2", 2),
            new NodeAddress("c", "::1", 65_535));
    assertThat(NODES.get(2)).hasToString("c=[::1]:65535");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "a=",
        "a=h",
        "a=h:",
        "a=:1",
        "=h:1",
        "a=h:0",
        "a=h:65536",
        "a b=h:1",
        "a=h:1,",
        "a=h:1;b=h:2",
        "a=::1:7"
      })
  void whatIsNoListOfNodesIsRefused(String text) {
    assertThatThrownBy(() -> NodeAddress.list(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anIdHasAtMost32Characters() {
    assertThatCode(() -> new NodeAddress("a".repeat(32), "h", 1)).doesNotThrowAnyException();
    assertThatThrownBy(() -> new NodeAddress("a".repeat(33), "h", 1))
        .hasMessageContaining("1 to 32 letters");
  }

  @Test
  void allMistakesAreToldAtOnce() {
    assertThatThrownBy(() -> new ClusterOptions(
            "no name!",
            "d",
            NODES.subList(0, 2),
            Path.of("x"),
            Duration.ofMillis(99),
            -1,
            1,
            "x".repeat(1001),
            "http://a b",
            null,
            false))
        .hasMessageContaining("a cluster's name is")
        .hasMessageContaining("3 to 7 nodes, not 2")
        .hasMessageContaining("the node d is not one of the nodes [a, b]")
        .hasMessageContaining("the election time-out is")
        .hasMessageContaining("the retained log is")
        .hasMessageContaining("the longest entry is")
        .hasMessageContaining("at most 1,000 characters")
        .hasMessageContaining("the address for clients has");
  }

  @Test
  void theEdgesOfTheLimitsAreAllowed() {
    ClusterOptions options = options(NODES);

    assertThatCode(() -> options
            .withElectionTimeout(Duration.ofMillis(100))
            .withRetainedLogBytes(0)
            .withMaxEntryBytes(64 << 10))
        .doesNotThrowAnyException();
    assertThatCode(() -> options
            .withElectionTimeout(Duration.ofSeconds(30))
            .withRetainedLogBytes(1L << 40)
            .withMaxEntryBytes(32 << 20))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> options.withElectionTimeout(Duration.ofMillis(30_001)))
        .hasMessageContaining("election time-out");
    assertThatThrownBy(() -> options.withRetainedLogBytes((1L << 40) + 1))
        .hasMessageContaining("retained log");
    assertThatCode(() -> options.withService("h".repeat(200))).doesNotThrowAnyException();
    assertThatThrownBy(() -> options.withService("h".repeat(201)))
        .hasMessageContaining("at most 200 characters");
    assertThatThrownBy(() -> options.withMaxEntryBytes((32 << 20) + 1))
        .hasMessageContaining("longest entry");
  }

  @Test
  void aClusterHasThreeToSevenNodesThatDiffer() {
    assertThatCode(() -> options(nodes(7))).doesNotThrowAnyException();
    assertThatThrownBy(() -> options(nodes(8))).hasMessageContaining("not 8");
    assertThatThrownBy(() -> options(NodeAddress.list("a=h:1,a=h:2,b=h:3")))
        .hasMessageContaining("two nodes have the same id");
    assertThatThrownBy(() -> options(NodeAddress.list("a=h:1,b=h:1,c=h:3")))
        .hasMessageContaining("two nodes have the same address");
  }

  private static List<NodeAddress> nodes(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new NodeAddress(String.valueOf((char) ('a' + i)), "h", 100 + i))
        .toList();
  }

  private static ClusterOptions options(List<NodeAddress> nodes) {
    return ClusterOptions.of("birds", "a", nodes, Path.of("folder"));
  }
}
