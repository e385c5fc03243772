package io.weir.gateway;

import io.weir.cli.store.StoreOpening;
import io.weir.cli.store.StoreProvider;
import java.net.URI;

/** Provides stores in clusters of HBase: {@code hbase://HOST[:PORT],...[/NAMESPACE]}. */
public final class ClusterProvider implements StoreProvider {

  @Override
  public String scheme() {
    return ClusterAddress.SCHEME;
  }

  @Override
  public StoreOpening at(URI address) {
    var cluster = ClusterAddress.of(address);
    return loops -> ClusterStore.open(cluster);
  }
}
