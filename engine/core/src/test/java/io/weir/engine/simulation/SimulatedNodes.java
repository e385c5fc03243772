package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.Engine;
import io.weir.engine.consensus.ModelCluster;
import io.weir.engine.replication.ReplicatedLog;
import io.weir.engine.replication.Role;
import io.weir.engine.shard.Shard;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.tree.Cursor;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Three whole stores, each on a simulated machine of its own, over a model of their consensus.
 * Everything follows from one seed.
 */
final class SimulatedNodes {

  private static final UUID STORE = new UUID(0x0123456789abcdefL, 0xfedcba9876543210L);
  private static final List<String> IDS = List.of("a", "b", "c");

  final Random random;
  final ModelCluster cluster;
  private final Map<String, SimulatedMachine> machines = new LinkedHashMap<>();
  private final Map<String, Engine> engines = new TreeMap<>();
  private Runnable users = () -> {};

  /** @param options of a node, by its id; the folders differ */
  SimulatedNodes(long seed, Function<String, StoreOptions> options) {
    this.random = new Random(seed);
    this.cluster = new ModelCluster(random, IDS.toArray(String[]::new));
    if (seed % 2 == 0) {
      cluster.lateHearing();
    }
    for (var id : IDS) {
      var machine = new SimulatedMachine(seed * IDS.size() + IDS.indexOf(id), options.apply(id));
      machine.joins(STORE, () -> cluster.join(id));
      machine.serve(this::others);
      machines.put(id, machine);
    }
  }

  /** Sets the next small action of the users, which runs at each of their turns. */
  void serve(Runnable action) {
    users = action;
  }

  private void others() {
    cluster.step();
    users.run();
  }

  SimulatedMachine machine(String id) {
    return machines.get(id);
  }

  /** Returns the engine of a node; null while it is down. */
  @Nullable
  Engine engineOrNull(String id) {
    return engines.get(id);
  }

  Engine engine(String id) {
    return Objects.requireNonNull(engines.get(id), id);
  }

  boolean isUp(String id) {
    return engines.containsKey(id);
  }

  String someId() {
    return IDS.get(random.nextInt(IDS.size()));
  }

  List<String> ids() {
    return IDS;
  }

  void openAll() throws IOException {
    for (var id : IDS) {
      if (!isUp(id)) {
        open(id);
      }
    }
  }

  void open(String id) throws IOException {
    engines.put(id, machine(id).open());
  }

  /** Cuts the power of a node. */
  void crash(String id) {
    var engine = engines.remove(id);
    cluster.node(id).kill();
    machine(id).crash(engine);
  }

  /** Kills the process of a node. */
  void kill(String id) throws IOException {
    var engine = engines.remove(id);
    cluster.node(id).kill();
    machine(id).disk.killProcess();
    try {
      engine.close();
    } catch (IOException e) {
      assertThat(machine(id).isDown()).isTrue();
    }
  }

  /** Closes a node in good order, while the others go on. A log that has failed says so. */
  void close(String id) throws IOException {
    var engine = engines.remove(id);
    try {
      engine.close();
    } catch (IOException e) {
      if (!machine(id).isDown() && !engine.store().log().isFailed()) {
        throw e;
      }
    }
    cluster.node(id).kill();
    machine(id).disk.killProcess();
  }

  /** Lets a random thread of a random node that is up continue, or the consensus. */
  void step() {
    var id = someId();
    if (isUp(id)) {
      machine(id).step();
    }
    if (random.nextInt(2) == 0) {
      cluster.step();
    }
  }

  /** Lets all nodes come to rest, with one that leads. */
  void settle() {
    for (var rest = 0; rest < 3; ) {
      var happened = cluster.settle();
      engines.keySet().forEach(id -> machine(id).settle());
      happened |= cluster.settle();
      rest = happened ? 0 : rest + 1;
    }
  }

  void letTimePass(Duration time) {
    engines.keySet().forEach(id -> machine(id).letTimePass(time));
    settle();
  }

  /** Moves the clocks. Nothing happens before the next step. */
  void advance(Duration time) {
    engines.keySet().forEach(id -> machine(id).advance(time));
  }

  /** Makes a node the leader of the next term, if one is up. */
  void electOneThatIsUp() {
    var up = List.copyOf(engines.keySet());
    if (!up.isEmpty()) {
      cluster.elect(up.get(random.nextInt(up.size())));
    }
  }

  /** Makes a node lead and comes to rest. */
  Engine lead(String id) {
    cluster.elect(id);
    settle();
    assertThat(role(id)).isInstanceOf(Role.Leading.class);
    return engine(id);
  }

  Role role(String id) {
    return log(id).role();
  }

  ReplicatedLog log(String id) {
    return (ReplicatedLog) engine(id).store().log();
  }

  /** Returns the node that serves. The nodes must be at rest. */
  String serving() {
    return IDS.stream()
        .filter(this::isUp)
        .filter(id -> role(id) instanceof Role.Leading)
        .findFirst()
        .orElseThrow();
  }

  /** Returns everything that a node's trees show. */
  Map<String, String> content(String id) {
    var content = new TreeMap<String, String>();
    for (var shard : engine(id).store().shards()) {
      content.putAll(content(shard));
    }
    return content;
  }

  private static Map<String, String> content(Shard shard) {
    var content = new TreeMap<String, String>();
    try (var pin = shard.pin()) {
      var cursor = new Cursor().open(pin.tree());
      for (var more = cursor.seekFirst(); more; more = cursor.next()) {
        content.put(Arrays.toString(cursor.key()), Arrays.toString(cursor.value()));
      }
    }
    return content;
  }

  /** Expects that all nodes that are up show the same. */
  void expectSameContent() {
    var first = engines.keySet().iterator().next();
    for (var id : engines.keySet()) {
      assertThat(content(id))
          .as("the content of %s, and of %s", id, first)
          .isEqualTo(content(first));
      assertThat(log(id).acknowledgedPosition())
          .as("the end of the log of %s", id)
          .isEqualTo(log(first).acknowledgedPosition());
    }
  }
}
