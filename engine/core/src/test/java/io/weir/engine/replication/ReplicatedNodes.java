package io.weir.engine.replication;

import io.weir.engine.consensus.ModelCluster;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;

/**
 * Three nodes with logs on simulated disks, over a model of their consensus that the test steps.
 */
abstract class ReplicatedNodes {

  final ModelCluster cluster = new ModelCluster(new Random(1), "a", "b", "c");
  final NodeRig a = new NodeRig(cluster, "a", 1);
  final NodeRig b = new NodeRig(cluster, "b", 2);
  final NodeRig c = new NodeRig(cluster, "c", 3);
  final List<NodeRig> nodes = List.of(a, b, c);

  @BeforeEach
  final void open() throws IOException {
    for (var node : nodes) {
      node.open();
    }
  }

  /** Lets the nodes do what they can. Nothing in flight is agreed on. */
  final void run() {
    for (var left = true; left; ) {
      left = false;
      for (var node : nodes) {
        if (cluster.node(node.id).isUp()) {
          left |= cluster.node(node.id).deliver();
          node.run();
        }
      }
    }
  }

  /** Agrees on all that is in flight, and lets the nodes do what they can. */
  final void settle() {
    do {
      run();
    } while (cluster.commit());
    run();
  }

  /** Makes a node lead. */
  final void lead(NodeRig node) {
    cluster.elect(node.id);
    settle();
  }

  final void forget() {
    nodes.forEach(node -> node.heard.clear());
  }
}
