package io.weir.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.cli.store.StoreProvider;
import io.weir.cli.terminal.CommandFailure;
import java.net.URI;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

final class ClusterProviderTest {

  private static final URI ADDRESS = URI.create("hbase://zk1");

  @Test
  void theCommandLineFindsTheProvider() {
    assertThat(ServiceLoader.load(StoreProvider.class))
        .singleElement()
        .isInstanceOf(ClusterProvider.class);
  }

  @Test
  void aJavaWithoutWhatHadoopNeedsIsRefusedAtOnce() {
    assertThat(new ClusterProvider(23).at(ADDRESS)).isNotNull();
    assertThatThrownBy(() -> new ClusterProvider(24).at(ADDRESS))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("Java 17 to 23");
  }
}
