package io.weir.cluster;

import io.weir.engine.consensus.ChangeRefused;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A node of a cluster and the address at which the other nodes reach it.
 *
 * @param id 1 to 32 letters, digits, {@code .}, {@code _} and {@code -}
 * @param host a name or an address, without the brackets of IPv6
 * @param port 1 to 65535
 */
public record NodeAddress(String id, String host, int port) {

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,32}");
  private static final Pattern TEXT = Pattern.compile("([^=]*)=(?:\\[([^]]+)]|([^:]+)):(\\d{1,5})");

  public NodeAddress {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException(
          "a node's id is 1 to 32 letters, digits, '.', '_' and '-': id=" + id);
    }
    if (host.isBlank()) {
      throw new IllegalArgumentException("a node needs a host: id=" + id);
    }
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("a port is 1 to 65535: id=" + id + " port=" + port);
    }
  }

  /** Returns the nodes of a text such as {@code a=host1:7100,b=host2:7100,c=[::1]:7100}. */
  public static List<NodeAddress> list(String text) {
    return Stream.of(text.split(",", -1))
        .map(String::strip)
        .map(NodeAddress::parse)
        .toList();
  }

  /**
   * Returns a node with an address such as {@code host:7100}.
   *
   * @throws ChangeRefused if one of them is not possible
   */
  static NodeAddress of(String id, String hostAndPort) {
    try {
      return parse(id + "=" + hostAndPort);
    } catch (IllegalArgumentException e) {
      throw new ChangeRefused(String.valueOf(e.getMessage()));
    }
  }

  private static NodeAddress parse(String text) {
    var parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "a node is written id=host:port, and nodes are separated by commas: " + text);
    }
    String host = parts.group(2) == null ? parts.group(3) : parts.group(2);
    return new NodeAddress(
        parts.group(1), host.toLowerCase(Locale.ROOT), Integer.parseInt(parts.group(4)));
  }

  /** Returns {@code host:port}, with brackets around an IPv6 address. */
  String hostAndPort() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  @Override
  public String toString() {
    return id + "=" + hostAndPort();
  }
}
