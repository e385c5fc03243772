package io.weir.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.cluster.ClusterOptions;
import io.weir.cluster.NodeAddress;
import io.weir.cluster.RatisConsensus;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.store.Membership;
import io.weir.engine.store.StoreIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;

/** Makes a store a node of a cluster. The only class of the command line that knows the agreement, so that a store of its own loads nothing of it. */
final class ClusterNode {

  /** The folder of the agreement within that of the store. */
  private static final String FOLDER = "cluster";

  private ClusterNode() {}

  /**
   * Returns the membership of a node.
   *
   * @param service returns where clients reach the node, for its host among the peers
   * @throws IllegalArgumentException if a name, an address or the number of nodes is not possible
   */
  static Membership of(
      String cluster,
      String node,
      String peers,
      Path folder,
      int partitionGroups,
      UnaryOperator<String> service,
      Optional<SSLContext> tls)
      throws IOException {
    var nodes = NodeAddress.list(peers);
    var agreed = "partition-groups=" + groups(folder, partitionGroups);
    var plain = ClusterOptions.of(cluster, node, nodes, folder.resolve(FOLDER))
        .withAgreed(agreed)
        .withService(service.apply(host(node, nodes)));
    var options = tls.map(plain::withTls).orElse(plain);
    UUID storeId = UUID.nameUUIDFromBytes(("weir store of " + cluster).getBytes(UTF_8));
    return new Membership(storeId, () -> new RatisConsensus(options));
  }

  private static String host(String node, Iterable<NodeAddress> nodes) {
    for (var one : nodes) {
      if (one.id().equals(node)) {
        return one.host();
      }
    }
    return "";
  }

  /** Returns the number of partition groups that the store has, or will have. */
  private static int groups(Path folder, int ofNew) throws IOException {
    return Files.exists(folder.resolve(StoreIdentity.FILE))
        ? StoreIdentity.read(FolderOnDisk.in(folder)).partitionGroups()
        : ofNew;
  }
}
