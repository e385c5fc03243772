package io.weir.engine.simulation;

import java.io.IOException;
import java.time.Duration;

/** Random failures of nodes: power, processes, networks, disks and clocks. */
final class NodeTroubles {

  private final SimulatedNodes nodes;

  NodeTroubles(SimulatedNodes nodes) {
    this.nodes = nodes;
  }

  /** Lets all threads take some steps, and buries the nodes that lose power meanwhile. */
  void step(int steps) {
    for (var left = steps; left > 0; left--) {
      nodes.step();
      noteDeaths();
    }
  }

  /** Does something to a random node, or makes it whole again. */
  void disturb() throws IOException {
    var id = nodes.someId();
    var disk = nodes.machine(id).disk;
    if (!nodes.isUp(id)) {
      disk.heal();
      nodes.open(id);
      return;
    }
    switch (nodes.random.nextInt(12)) {
      case 0 -> nodes.crash(id);
      case 1 -> nodes.kill(id);
      case 2 -> nodes.close(id);
      case 3, 4 -> nodes.cluster.node(id).cut(true);
      case 5, 6, 7 -> nodes.ids().forEach(each -> nodes.cluster.node(each).cut(false));
      case 8 -> disk.cutPowerAtOperation(1 + nodes.random.nextInt(100));
      case 9 ->
        nodes.machine(id).setClockOff(Duration.ofSeconds(nodes.random.nextInt(2000) - 1000));
      default -> checkpoint(id);
    }
  }

  private void noteDeaths() {
    for (var id : nodes.ids()) {
      if (nodes.isUp(id) && nodes.machine(id).isDown()) {
        nodes.crash(id);
      }
    }
  }

  private void checkpoint(String id) throws IOException {
    try {
      nodes.engine(id).store().checkpoint();
    } catch (IOException e) {
      if (!nodes.machine(id).isDown()) {
        throw e;
      }
    }
  }

  /** Makes all nodes whole, of which some start again, and lets them come to rest. */
  void end() throws IOException {
    nodes.serve(() -> {});
    noteDeaths(); // of the last disturbance, before its disk is healed
    for (var id : nodes.ids()) {
      nodes.machine(id).disk.heal();
      nodes.machine(id).disk.cutPowerAtOperation(0); // a cut that was to come does not
      nodes.cluster.node(id).cut(false);
      if (nodes.isUp(id) && nodes.random.nextBoolean()) {
        nodes.close(id);
      }
    }
    nodes.openAll();
    nodes.settle();
    for (var i = 0; i < 20; i++) {
      nodes.letTimePass(Duration.ofSeconds(1));
    }
  }
}
