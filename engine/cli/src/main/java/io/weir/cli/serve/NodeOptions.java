package io.weir.cli.serve;

import io.weir.cli.terminal.CommandFailure;
import io.weir.engine.store.Durability;
import io.weir.server.files.PeerTls;
import io.weir.server.files.PemFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a store becomes the node of several that keep the same content. */
final class NodeOptions {

  private static final long MIB = 1 << 20;
  private static final Pattern ORIGIN = Pattern.compile("https?://[^/?#@\\s]{1,180}:\\d{1,5}");

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

  @Option(
      names = "--advertise",
      paramLabel = "URL",
      description =
          "With --cluster: where clients reach this node, http[s]://HOST:PORT. The other nodes name it to clients while this one leads. Default: --host and --port; for"
              + " 0.0.0.0 the node's host in --peers.")
  private @Nullable String advertised;

  @Option(
      names = "--cluster-tls-cert",
      paramLabel = "PEM",
      description =
          "With --cluster: certificate chain with which this node proves itself to the others, for its host in --peers. Read at the start. Default: none; nodes connect in clear"
              + " text, and each program that reaches their ports can take part.")
  private @Nullable Path certificate;

  @Option(
      names = "--cluster-tls-key",
      paramLabel = "PEM",
      description =
          "With --cluster-tls-cert: its private key, not encrypted. Default: none; required with --cluster-tls-cert.")
  private @Nullable Path key;

  @Option(
      names = "--cluster-tls-ca",
      paramLabel = "PEM",
      description =
          "With --cluster-tls-cert: certificates of the authorities that issue the nodes' certificates, and no others. Default: none; required with --cluster-tls-cert.")
  private @Nullable Path authorities;

  @Option(
      names = "--cluster-log",
      paramLabel = "MIB",
      defaultValue = "512",
      description =
          "With --cluster: how much of the agreed log is kept for nodes that are away, in MiB, 0 to 1048576. A node that was away for longer fetches a copy of the leader's"
              + " store when it is started again. Default: ${DEFAULT-VALUE}.")
  private long logMib = 512;

  @Option(
      names = "--cluster-join",
      description =
          "With --cluster: start a new node, with an empty folder, for a cluster that runs, and wait until 'weir cluster add' is run at the leader. --peers names this node and"
              + " the others. A node that was added ignores it. Default: off; nodes with empty folders found the cluster.")
  private boolean joins;

  @Option(
      names = "--cluster-fetch-copy",
      description =
          "With --cluster: give up the store of this node, because it is damaged or differs from that of the others, and fetch a copy of the leader's. The node keeps its"
              + " votes; a node that has lost them is replaced. Give it for one start. Default: off.")
  private boolean fetchesCopy;

  /** Returns the names of these options. */
  static Stream<String> names() {
    return Stream.of(NodeOptions.class.getDeclaredFields())
        .map(field -> field.getAnnotation(Option.class))
        .filter(Objects::nonNull)
        .flatMap(option -> Stream.of(option.names()));
  }

  /**
   * Returns what makes the store in a folder a node; empty for a store of its own. A node that was
   * away for too long is brought up to the leader's state first.
   *
   * @param partitionGroups of a new store; all nodes must have as many
   * @param origin returns where clients reach this service if it listens on all addresses of a
   *     host; empty if its port is chosen by the system
   * @throws IOException if a certificate or key cannot be used
   */
  Optional<ServedNode> node(
      Path folder, int partitionGroups, Durability durability, UnaryOperator<String> origin)
      throws IOException {
    if (cluster == null) {
      requireNoOther();
      return Optional.empty();
    }
    if (node == null || peers == null) {
      throw CommandFailure.wrongUsage(
          "--cluster, --node and --peers go together; one of them is missing.");
    }
    if (durability != Durability.SYNC) {
      throw CommandFailure.wrongUsage(
          "A node of a cluster forces each write on a majority of the nodes: --cluster goes with --durability sync alone.");
    }
    if (logMib < 0 || logMib > MIB) {
      throw CommandFailure.wrongUsage("--cluster-log is 0 to 1048576, not " + logMib + ".");
    }
    var tls = tls();
    try {
      return Optional.of(ClusterNode.of(
          cluster,
          node,
          peers,
          folder,
          partitionGroups,
          start(),
          service(origin),
          tls,
          logMib * MIB));
    } catch (IllegalArgumentException e) {
      throw CommandFailure.wrongUsage(e.getMessage() + ". See --cluster, --node and --peers.");
    }
  }

  private ClusterNode.Start start() {
    if (joins && fetchesCopy) {
      throw CommandFailure.wrongUsage(
          "--cluster-join is for a new node, and --cluster-fetch-copy for one that has its votes; give one of them.");
    }
    return joins
        ? ClusterNode.Start.JOINING
        : fetchesCopy ? ClusterNode.Start.WITH_COPY : ClusterNode.Start.AS_IT_IS;
  }

  private void requireNoOther() {
    Stream.of(
            node,
            peers,
            advertised,
            certificate,
            key,
            authorities,
            joins || fetchesCopy ? this : null)
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(given -> {
          throw CommandFailure.wrongUsage(
              "--node, --peers, --advertise and --cluster-.. belong to a node of a cluster, and --cluster is missing.");
        });
  }

  private UnaryOperator<String> service(UnaryOperator<String> origin) {
    var given = advertised;
    return given == null ? origin : always(requireOrigin(given));
  }

  private static UnaryOperator<String> always(String url) {
    return host -> url;
  }

  private static String requireOrigin(String url) {
    if (!ORIGIN.matcher(url).matches()) {
      throw CommandFailure.wrongUsage(
          "--advertise is http[s]://HOST:PORT, without an account, not '" + url + "'.");
    }
    return url;
  }

  private Optional<SSLContext> tls() throws IOException {
    if (certificate == null && key == null && authorities == null) {
      return Optional.empty();
    }
    if (certificate == null || key == null || authorities == null) {
      throw CommandFailure.wrongUsage(
          "--cluster-tls-cert, --cluster-tls-key and --cluster-tls-ca go together; one of them is missing.");
    }
    return Optional.of(PeerTls.open(
        new PemFiles(certificate.toAbsolutePath(), key.toAbsolutePath()),
        authorities.toAbsolutePath()));
  }
}
