package io.weir.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.cluster.ClusterOptions;
import io.weir.cluster.NodeAddress;
import io.weir.cluster.RatisConsensus;
import io.weir.engine.store.Membership;
import java.nio.file.Path;
import java.util.UUID;

/** Makes a store a node of a cluster. The only class of the command line that knows the agreement, so that a store of its own loads nothing of it. */
final class ClusterNode {

  /** The folder of the agreement within that of the store. */
  private static final String FOLDER = "cluster";

  private ClusterNode() {}

  /**
   * Returns the membership of a node.
   *
   * @throws IllegalArgumentException if a name, an address or the number of nodes is not possible
   */
  static Membership of(
      String cluster, String node, String peers, Path folder, int partitionGroups) {
    ClusterOptions options = ClusterOptions.of(
            cluster, node, NodeAddress.list(peers), folder.resolve(FOLDER))
        .withAgreed("partition-groups=" + partitionGroups);
    UUID storeId = UUID.nameUUIDFromBytes(("weir store of " + cluster).getBytes(UTF_8));
    return new Membership(storeId, () -> new RatisConsensus(options));
  }
}
