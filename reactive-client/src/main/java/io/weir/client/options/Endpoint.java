package io.weir.client.options;

import java.util.Optional;

/**
 * Where an account is.
 *
 * @param host of the service
 * @param port of the service
 * @param path of the account, with its slash: {@code /devstoreaccount1}; empty if the host name
 *     contains the account
 * @param encryption of an https endpoint; absent for clear text
 */
public record Endpoint(String host, int port, String path, Optional<Encryption> encryption) {

  /** Returns scheme, host and port. */
  public String origin() {
    return (encryption.isPresent() ? "https://" : "http://") + host + ":" + port;
  }

  /** Returns the account that the address names. */
  public String account() {
    var name = path.isEmpty() ? host.substring(0, host.indexOf('.')) : path.substring(1);
    return name.endsWith("-secondary") ? name.substring(0, name.lastIndexOf('-')) : name;
  }

  /** Returns whether both addresses name one account, in the same way and form. */
  public boolean isOfSameAccount(Endpoint other) {
    return path.equals(other.path)
        && account().equals(other.account())
        && encryption.isPresent() == other.encryption.isPresent();
  }

  /** Returns whether traffic stays on this machine. */
  public boolean isLoopback() {
    return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
  }
}
