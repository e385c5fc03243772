package io.weir.cli.store;

import io.weir.cli.terminal.CommandFailure;
import java.net.URI;
import java.util.ServiceLoader;

/**
 * Opens stores that are not folders of this machine. A jar with another kind of store names its
 * provider as a service of Java.
 */
public interface StoreProvider {

  /** Returns the scheme of the addresses of such stores. */
  String scheme();

  /**
   * Returns the opening of a store. Fails with {@link CommandFailure} when it cannot be the address
   * of one.
   */
  StoreOpening at(URI address);

  /**
   * Returns the opening of a store by the provider of its scheme. Fails with {@link CommandFailure}
   * when there is none.
   */
  static StoreOpening find(URI address) {
    return ServiceLoader.load(StoreProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.scheme().equals(address.getScheme()))
        .findFirst()
        .orElseThrow(() -> CommandFailure.wrongUsage("No store is known for '" + address
            + "'. For hbase://..., run weir-hbase.jar in place of weir.jar; 'mvn package -Phbase' builds it. For a"
            + " folder of this machine, give --data DIR."))
        .at(address);
  }
}
