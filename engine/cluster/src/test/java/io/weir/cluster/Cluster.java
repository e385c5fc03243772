package io.weir.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.consensus.Applied;
import io.weir.engine.consensus.ConsensusStatus.Role;
import io.weir.testkit.FreePorts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Three nodes in this process, over the loopback, each with its folder. */
final class Cluster implements AutoCloseable {

  /** A node that runs. */
  record Node(String id, RatisConsensus consensus, RecordingMember member) {

    boolean leads() {
      return member.role().leads() && consensus.status().role() == Role.LEADER;
    }

    long term() {
      return member.role().term();
    }
  }

  private static final Duration ADDED_COMES_WITHIN = Duration.ofSeconds(3);

  final World world = new World();
  private final Path folder;
  private final List<NodeAddress> addresses;
  private final UnaryOperator<ClusterOptions> settings;
  private final Map<String, Node> running = new TreeMap<>();

  /** What each node that leads hands over as a copy of its store; null for none. */
  private volatile @Nullable Path copy;

  private Cluster(Path folder, UnaryOperator<ClusterOptions> settings) {
    this.folder = folder;
    this.settings = settings;
    this.addresses = Stream.of("a", "b", "c")
        .map(id -> new NodeAddress(id, "127.0.0.1", FreePorts.next()))
        .toList();
  }

  /** Starts three new nodes. */
  static Cluster start(Path folder) {
    return start(folder, options -> options);
  }

  static Cluster start(Path folder, UnaryOperator<ClusterOptions> settings) {
    Cluster cluster = new Cluster(folder, settings);
    for (NodeAddress address : cluster.addresses) {
      cluster.start(address.id(), Applied.NONE);
    }
    return cluster;
  }

  ClusterOptions options(String id) {
    return options(id, addresses);
  }

  private ClusterOptions options(String id, List<NodeAddress> peers) {
    return settings.apply(ClusterOptions.of("birds", id, peers, folder.resolve(id))
        .withElectionTimeout(Duration.ofSeconds(1))
        .withService(service(id)));
  }

  /** Returns where clients would reach a node. */
  static String service(String id) {
    return "http://" + id + ".example:10002";
  }

  /** Returns how a node is named to the others' members. */
  static String named(Node node) {
    return node.id() + " address=" + service(node.id());
  }

  /** Starts a node that waits until it is added. */
  Node join(NodeAddress added) {
    return start(added.id(), joining(added), Applied.NONE);
  }

  /**
   * Starts a node as the command line does: it waits until it is added, which has begun, fetches a
   * copy, and starts with it.
   *
   * @param at the last entry that the copy contains
   */
  Node joinWithCopy(NodeAddress added, Applied at) throws IOException, InterruptedException {
    offerCopy();
    ClusterOptions options = joining(added);
    NodeCopy fetched = new NodeCopy(options);
    fetched.join();
    fetched.fetch(folder.resolve("fetched-" + added.id()), 60_000);
    Path next = folder.resolve("next-" + added.id());
    fetched.moveTo(next, at);
    Trees.delete(options.folder());
    Files.move(next, options.folder());
    return start(added.id(), options, at);
  }

  /** Makes each node that leads hand over one empty file as its copy. */
  void offerCopy() throws IOException {
    Path source = Files.createDirectories(folder.resolve("copies/copy-1"));
    Files.writeString(source.resolve("BACKUP"), "");
    copy = source;
  }

  /** Starts a node again that was added. */
  Node restart(NodeAddress added, Applied last) {
    return start(added.id(), joining(added), last);
  }

  /** Returns the options of a node that is added. */
  ClusterOptions joining(NodeAddress added) {
    List<NodeAddress> peers =
        Stream.concat(addresses.stream(), Stream.of(added)).toList();
    return options(added.id(), peers).joining();
  }

  static NodeAddress address(String id) {
    return new NodeAddress(id, "127.0.0.1", FreePorts.next());
  }

  /** Starts a node whose store has entries up to {@code last}. */
  Node start(String id, Applied last) {
    return start(id, options(id), last);
  }

  private Node start(String id, ClusterOptions options, Applied last) {
    Node node = new Node(
        id,
        new RatisConsensus(options, () -> Optional.ofNullable(copy), ADDED_COMES_WITHIN),
        new RecordingMember(world));
    node.consensus().start(node.member(), last);
    running.put(id, node);
    return node;
  }

  void stop(String id) {
    running.remove(id).consensus().close();
  }

  void stop(Node node) {
    stop(node.id());
  }

  List<Node> nodes() {
    return List.copyOf(running.values());
  }

  List<Node> others(Node node) {
    return running.values().stream().filter(other -> !other.equals(node)).toList();
  }

  /** Waits until a node knows that it leads, and returns it. */
  Node leader() {
    return leaderAfter(-1);
  }

  /** Waits for a leader of a later term. */
  Node leaderAfter(long term) {
    List<Node> found = new ArrayList<>();
    world.until("a node leads", () -> {
      found.clear();
      nodes().stream().filter(node -> node.leads() && node.term() > term).forEach(found::add);
      return found.size() == 1;
    });
    return found.get(0);
  }

  /** Proposes an entry for the term that the node leads; waits while its queue is full. */
  RecordedOutcome propose(Node node, String text) {
    return propose(node, node.term(), text);
  }

  RecordedOutcome propose(Node node, long term, String text) {
    RecordedOutcome outcome = new RecordedOutcome(world);
    ByteBuffer entry = ByteBuffer.wrap(text.getBytes(UTF_8));
    world.until("there is room", () -> node.consensus().propose(term, entry, outcome));
    return outcome;
  }

  /** Waits until the node has received an entry. */
  void untilReceived(Node node, String text) {
    world.until(node.id() + " receives " + text, () -> node.member().has(text));
  }

  /**
   * Asserts that all nodes have received the same, now that they have all received an entry that
   * was proposed last.
   */
  void assertSameEntries(Node leader, String last) {
    assertThat(propose(leader, last).await()).isEqualTo(RecordedOutcome.State.KEPT);
    nodes().forEach(node -> untilReceived(node, last));
    List<RecordingMember.Entry> expected = nodes().get(0).member().entries();
    nodes()
        .forEach(node -> assertThat(node.member().entries())
            .as("what %s received", node.id())
            .isEqualTo(expected));
  }

  /** Stops all nodes at once: one that waits for another to take over would wait in vain. */
  @Override
  public void close() {
    nodes().forEach(node -> node.member().release());
    nodes().parallelStream().forEach(node -> node.consensus().close());
    running.clear();
  }
}
