package io.weir.gateway;

import io.weir.cli.terminal.CommandFailure;
import io.weir.hbase.HBaseOptions;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;

/**
 * Where a store is in a cluster.
 *
 * <pre>
 * hbase://HOST[:PORT],...[/NAMESPACE][?site=FILE][&amp;region-jar=URL][&amp;patience=SECONDS]
 * hbase:///NAMESPACE?site=FILE
 * </pre>
 *
 * @param text the address as it was given
 * @param quorum the hosts of ZooKeeper; empty when the file names them
 * @param site HBase's own file of settings, as {@code hbase-site.xml}
 * @param patience how long the opening of the store is tried; empty for as long as the gateway runs
 * @param options of the store; the rest of them is {@link HBaseOptions#DEFAULT}
 */
record ClusterAddress(
    String text,
    Optional<String> quorum,
    Optional<Path> site,
    Optional<Duration> patience,
    HBaseOptions options) {

  static final String SCHEME = "hbase";

  private static final String SITE = "site";
  private static final String REGION_JAR = "region-jar";
  private static final String PATIENCE = "patience";
  private static final String FORM =
      " An address is hbase://HOST[:PORT],...[/NAMESPACE][?site=FILE][&region-jar=URL][&patience=SECONDS].";

  /** Reads an address. Fails with {@link CommandFailure}, which says how an address looks. */
  static ClusterAddress of(URI address) {
    var parameters = parameters(address);
    var quorum = Optional.ofNullable(address.getAuthority());
    var site = Optional.ofNullable(parameters.get(SITE)).map(Path::of);
    if (address.isOpaque() || quorum.isEmpty() && site.isEmpty()) {
      throw wrong("The address " + address + " names no host of ZooKeeper.");
    }
    if (site.isPresent() && !Files.isReadable(site.get())) {
      throw CommandFailure.wrongUsage(
          "The file " + site.get() + " cannot be read. Give the hbase-site.xml of the cluster.");
    }
    return new ClusterAddress(
        address.toString(),
        quorum,
        site,
        Optional.ofNullable(parameters.get(PATIENCE)).map(ClusterAddress::patience),
        options(address, Optional.ofNullable(parameters.get(REGION_JAR))));
  }

  private static Duration patience(String seconds) {
    if (!seconds.matches("[1-9][0-9]{0,8}")) {
      throw wrong("The patience '" + seconds + "' is no number of seconds from 1 to 999999999.");
    }
    return Duration.ofSeconds(Long.parseLong(seconds));
  }

  private static HBaseOptions options(URI address, Optional<String> regionJar) {
    var namespace = address.getPath().replaceFirst("^/", "");
    try {
      var named =
          namespace.isEmpty() ? HBaseOptions.DEFAULT : HBaseOptions.DEFAULT.namespace(namespace);
      return regionJar.map(named::regionJar).orElse(named);
    } catch (IllegalArgumentException e) {
      throw wrong("The namespace '" + namespace + "' is not letters, digits and underscores.");
    }
  }

  private static Map<String, String> parameters(URI address) {
    var found = new HashMap<String, String>();
    var query = address.getQuery();
    if (query == null) {
      return found;
    }
    for (var each : query.split("&", -1)) {
      var equals = each.indexOf('=');
      var name = equals < 0 ? each : each.substring(0, equals);
      if (equals < 0 || !Set.of(SITE, REGION_JAR, PATIENCE).contains(name)) {
        throw wrong("The address has an unknown part '" + each + "'.");
      }
      found.put(name, each.substring(equals + 1));
    }
    return found;
  }

  private static CommandFailure wrong(String what) {
    return CommandFailure.wrongUsage(what + FORM);
  }

  /** Returns the settings of HBase's client. */
  Configuration configuration() {
    var settings = HBaseConfiguration.create();
    site.ifPresent(file -> settings.addResource(new org.apache.hadoop.fs.Path(file.toUri())));
    quorum.ifPresent(hosts -> settings.set(HConstants.ZOOKEEPER_QUORUM, hosts));
    return settings;
  }
}
