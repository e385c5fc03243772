package io.weir.gateway;

import io.weir.cli.store.StoreOpening;
import io.weir.cli.store.StoreProvider;
import io.weir.cli.terminal.CommandFailure;
import java.net.URI;

/** Provides stores in clusters of HBase: {@code hbase://HOST[:PORT],...[/NAMESPACE]}. */
public final class ClusterProvider implements StoreProvider {

  /** The last Java whose {@code Subject.getSubject} works, which Hadoop's client calls. */
  private static final int LAST_JAVA = 23;

  private final int java;

  public ClusterProvider() {
    this(Runtime.version().feature());
  }

  ClusterProvider(int java) {
    this.java = java;
  }

  @Override
  public String scheme() {
    return ClusterAddress.SCHEME;
  }

  @Override
  public StoreOpening at(URI address) {
    if (java > LAST_JAVA) {
      throw CommandFailure.failed("The client of HBase does not run on Java " + java
          + ". Run weir-hbase.jar with Java 17 to " + LAST_JAVA + ".");
    }
    var cluster = ClusterAddress.of(address);
    return loops -> ClusterStore.open(cluster);
  }
}
