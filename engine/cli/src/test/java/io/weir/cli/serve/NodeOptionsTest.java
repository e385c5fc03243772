package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Transcript;
import io.weir.cli.terminal.ExitCode;
import io.weir.server.files.TestCertificates;
import io.weir.testkit.FreePorts;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A node that cannot start, or is given something that a cluster does not support, says so and what
 * to do.
 */
final class NodeOptionsTest {

  private static final String PEERS = "a=127.0.0.1:1,b=127.0.0.1:2,c=127.0.0.1:3";

  @TempDir
  private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--cluster birds",
        "--cluster birds --node a",
        "--cluster birds --peers " + PEERS,
      })
  void clusterNodeAndPeersGoTogether(String options) {
    assertThat(refused(options)).contains("--cluster, --node and --peers go together");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--node a",
        "--peers " + PEERS,
        "--advertise http://h:1",
        "--cluster-tls-cert x",
        "--cluster-tls-key x",
        "--cluster-tls-ca x",
        "--cluster-fetch-copy",
      })
  void nothingOfAClusterGoesWithoutIt(String options) {
    assertThat(refused(options)).contains("--cluster is missing");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--node d --peers " + PEERS + "|the node d is not one of the nodes [a, b, c]",
        "--node a --peers a=h:1,b=h:2|a cluster has 3 to 7 nodes, not 2",
        "--node a --peers a=h:1,a=h:2,b=h:3|two nodes have the same id",
        "--node a --peers a=h:1,b=h:1,c=h:3|two nodes have the same address",
        "--node a --peers a=h,b=h:1,c=h:2|a node is written id=host:port",
      })
  void peersThatCannotBeANodesAreNamed(String options, String told) {
    assertThat(refused("--cluster birds " + options)).contains(told).contains("--peers");
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "interval"})
  void aNodeForcesEachWrite(String durability) {
    assertThat(refused(node("--durability " + durability)))
        .contains("--cluster goes with --durability sync alone");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"b.example:10002", "ftp://b:1", "http://b", "http://b:1/account", "http:// b:1"})
  void anAddressForClientsIsAnOrigin(String url) {
    var arguments = new ArrayList<>(List.of(node("").strip().split(" ")));
    arguments.addAll(List.of("--advertise", url));

    assertThat(refused(arguments)).contains("--advertise is http[s]://HOST:PORT");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--cluster-tls-cert x",
        "--cluster-tls-cert x --cluster-tls-key y",
        "--cluster-tls-key y --cluster-tls-ca z",
      })
  void theFilesOfTlsGoTogether(String options) {
    assertThat(refused(node(options)))
        .contains("--cluster-tls-cert, --cluster-tls-key and --cluster-tls-ca go together");
  }

  @Test
  void anUnusableCertificateIsNamed() {
    var files = new TestCertificates(folder).issue("node");

    assertThat(failed(node("--cluster-tls-cert " + files.chain() + " --cluster-tls-key "
            + files.key() + " --cluster-tls-ca " + files.key())))
        .startsWith(files.key() + ": ");
  }

  @Test
  void aStoreElsewhereIsNoNode() {
    assertThat(refused(List.of("--store", "hbase://h", "--cluster", "birds")))
        .contains("--cluster belongs to a store in a folder");
  }

  @Test
  void aPortOfTheClusterThatIsTakenIsNamed() throws Exception {
    var port = FreePorts.next();
    try (var taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      assertThat(taken.isBound()).isTrue();
      assertThat(failed("--cluster birds --node a --peers a=127.0.0.1:" + port
              + ",b=127.0.0.1:2,c=127.0.0.1:3"))
          .startsWith("The node cannot listen at its address a=127.0.0.1:" + port)
          .contains("Stop what listens there");
    }
  }

  @Test
  void aFolderOfAStoreOfItsOwnIsRefused() throws Exception {
    ServingThread.start(folder.resolve("store"), Map.of(), "--segment-size", "16")
        .close();

    assertThat(failed(node("")))
        .contains("The folder holds another store than the other nodes have")
        .contains("name an empty folder");
  }

  @Test
  void aFolderOfAnotherNodeOrClusterIsRefusedAndSoIsAStartOnItsOwn() throws Exception {
    serve("birds", "a").close();

    assertThat(failed(at("birds", "b"))).contains("The folder belongs to another node");
    assertThat(failed(at("fish", "a")))
        .contains("The folder holds another store than the other nodes have");
    assertThat(failed("")).contains("The folder is that of a node of several");
  }

  @Test
  void aNodeWithoutVotesIsNotHelpedByACopy() {
    assertThat(failed(node("--cluster-fetch-copy")))
        .startsWith("The votes of the node a are lost")
        .contains("--cluster-join", "weir cluster add", "'weir cluster remove a'");
  }

  private ServingThread serve(String cluster, String node) throws Exception {
    return ServingThread.start(
        folder.resolve("store"), Map.of(), at(cluster, node).split(" ", -1));
  }

  private static String at(String cluster, String node) {
    return "--cluster " + cluster + " --node " + node + " --segment-size 16 --peers a=127.0.0.1:"
        + FreePorts.next() + ",b=127.0.0.1:" + FreePorts.next() + ",c=127.0.0.1:"
        + FreePorts.next();
  }

  private static String node(String options) {
    return "--cluster birds --node a --peers " + PEERS + " " + options;
  }

  private String refused(String options) {
    return refused(List.of(options.strip().split(" ")));
  }

  private String refused(List<String> options) {
    return told(ExitCode.WRONG_USAGE, options);
  }

  private String failed(String options) {
    var given = options.isEmpty() ? List.<String>of() : List.of(options.strip().split(" "));
    return told(ExitCode.FAILED, given);
  }

  /** Runs a service that ends at once, and returns the last line of what it says. */
  private String told(int exitCode, List<String> options) {
    var arguments = new ArrayList<>(List.of("serve", "--port", "0"));
    if (!options.contains("--store")) {
      arguments.addAll(List.of("--data", folder.resolve("store").toString()));
    }
    arguments.addAll(options);
    var screen = new Transcript();
    var exit = screen.run(Map.of(), arguments.toArray(String[]::new));
    assertThat(exit).as(screen.err()).isEqualTo(exitCode);
    assertThat(screen.err()).doesNotContain("Unexpected");
    var lines = screen.err().strip().lines().toList();
    return lines.get(lines.size() - 1);
  }
}
