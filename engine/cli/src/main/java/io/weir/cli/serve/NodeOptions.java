package io.weir.cli.serve;

import io.weir.cli.terminal.CommandFailure;
import io.weir.engine.store.Durability;
import io.weir.engine.store.Membership;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a store becomes the node of several that keep the same content. */
final class NodeOptions {

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      description =
          "Name of the cluster of which this service is a node; the same on all nodes. A majority of the nodes keeps every write, and one of them serves. Default: none;"
              + " the store is on its own.")
  private @Nullable String cluster;

  @Option(
      names = "--node",
      paramLabel = "ID",
      description =
          "With --cluster: the id of this node, one of --peers. Default: none; required with --cluster.")
  private @Nullable String node;

  @Option(
      names = "--peers",
      paramLabel = "ID=HOST:PORT,...",
      description =
          "With --cluster: all nodes, 3 to 7, this one too, with the addresses at which they reach each other. Default: none; required with --cluster.")
  private @Nullable String peers;

  /**
   * Returns what makes the store in a folder a node; empty for a store of its own.
   *
   * @param partitionGroups of a new store; all nodes must have as many
   */
  Optional<Membership> membership(Path folder, int partitionGroups, Durability durability) {
    if (Stream.of(cluster, node, peers).allMatch(given -> given == null)) {
      return Optional.empty();
    }
    if (cluster == null || node == null || peers == null) {
      throw CommandFailure.wrongUsage(
          "--cluster, --node and --peers go together; one of them is missing.");
    }
    if (durability == Durability.MEMORY) {
      throw CommandFailure.wrongUsage(
          "A node of a cluster keeps its log on disk: --durability memory cannot be given with --cluster.");
    }
    try {
      return Optional.of(ClusterNode.of(cluster, node, peers, folder, partitionGroups));
    } catch (IllegalArgumentException e) {
      throw CommandFailure.wrongUsage(String.valueOf(e.getMessage()));
    }
  }
}
