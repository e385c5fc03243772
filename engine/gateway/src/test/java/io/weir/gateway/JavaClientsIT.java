package io.weir.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.hbase.TestCluster;
import org.junit.platform.suite.api.AfterSuite;
import org.junit.platform.suite.api.BeforeSuite;
import org.junit.platform.suite.api.ExcludeClassNamePatterns;
import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/**
 * The checks of {@code io.weir.server.azure} through the public clients for Java, against a gateway
 * as a process over a cluster.
 *
 * <p>Indexes and queues are left out: a store over HBase refuses them.
 */
@Suite
@SelectPackages("io.weir.server.azure")
@IncludeClassNamePatterns(".*IT")
@ExcludeClassNamePatterns(".*\\.(Indexes|Queues)IT")
final class JavaClientsIT {

  private static final String ENDPOINT = "weir.sdk.endpoint";

  private static GatewayProcess gateway;

  @BeforeSuite
  static void start() throws Exception {
    gateway = GatewayProcess.to("sdk");
    System.setProperty(ENDPOINT, gateway.url());
  }

  @AfterSuite
  static void end() {
    System.clearProperty(ENDPOINT);
    try (var client = gateway.client()) {
      assertThat(client.tables().count().block(TestCluster.PATIENCE))
          .as("tables that the checks made here, and not in a service of their own")
          .isPositive();
    }
    gateway.close();
  }
}
