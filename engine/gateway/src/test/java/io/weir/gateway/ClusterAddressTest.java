package io.weir.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.cli.terminal.CommandFailure;
import io.weir.hbase.HBaseOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.hbase.HConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ClusterAddressTest {

  @TempDir
  Path folder;

  @Test
  void aQuorumAloneIsEnough() {
    var cluster = ClusterAddress.of(URI.create("hbase://zk1"));

    assertThat(cluster.options()).isEqualTo(HBaseOptions.DEFAULT);
    assertThat(cluster.configuration().get(HConstants.ZOOKEEPER_QUORUM)).isEqualTo("zk1");
  }

  @Test
  void anAddressNamesHostsPortsNamespaceAndJar() {
    var cluster = ClusterAddress.of(
        URI.create("hbase://zk1:2181,zk2:2182/birds?region-jar=hdfs:///weir/region.jar"));

    assertThat(cluster.configuration().get(HConstants.ZOOKEEPER_QUORUM))
        .isEqualTo("zk1:2181,zk2:2182");
    assertThat(cluster.options().namespace()).isEqualTo("birds");
    assertThat(cluster.options().regionJar()).contains("hdfs:///weir/region.jar");
  }

  @Test
  void thePatienceIsANumberOfSecondsAndHasNoEndUnlessItIsGiven() {
    assertThat(ClusterAddress.of(URI.create("hbase://zk1")).patience()).isEmpty();
    assertThat(ClusterAddress.of(URI.create("hbase://zk1?patience=1")).patience())
        .contains(Duration.ofSeconds(1));
    assertThat(ClusterAddress.of(URI.create("hbase://zk1?patience=999999999")).patience())
        .contains(Duration.ofSeconds(999_999_999));
  }

  @Test
  void aSiteFileGivesWhatTheAddressDoesNot() throws IOException {
    var site = folder.resolve("hbase-site.xml");
    Files.writeString(site, """
        <configuration>
          <property><name>hbase.zookeeper.quorum</name><value>zk9</value></property>
          <property><name>zookeeper.znode.parent</name><value>/birds</value></property>
        </configuration>
        """);

    var filed = ClusterAddress.of(URI.create("hbase:///birds?site=" + site)).configuration();
    var both = ClusterAddress.of(URI.create("hbase://zk1/birds?site=" + site)).configuration();

    assertThat(filed.get(HConstants.ZOOKEEPER_QUORUM)).isEqualTo("zk9");
    assertThat(both.get(HConstants.ZOOKEEPER_QUORUM)).isEqualTo("zk1");
    assertThat(both.get(HConstants.ZOOKEEPER_ZNODE_PARENT)).isEqualTo("/birds");
  }

  @ParameterizedTest
  @CsvSource({
    "hbase:zk1, names no host",
    "hbase:///birds, names no host",
    "hbase://zk1/birds/more, is not letters",
    "hbase://zk1/birds?lease=1, unknown part",
    "hbase://zk1/birds?site, unknown part",
    "hbase://zk1?patience=0, is no number of seconds",
    "hbase://zk1?patience=1000000000, is no number of seconds",
    "hbase://zk1?patience=1m, is no number of seconds",
    "hbase:///birds?site=/absent/hbase-site.xml, cannot be read",
  })
  void aWrongAddressIsRefusedWithItsMistake(String address, String mistake) {
    assertThatThrownBy(() -> ClusterAddress.of(URI.create(address)))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining(mistake);
  }
}
