package io.weir.cli.serve;

import io.netty.util.Version;
import io.weir.api.AccountName;
import io.weir.cli.options.EffectiveSettings;
import io.weir.cli.terminal.RecentLog;
import io.weir.server.json.StatusDocument;
import io.weir.server.json.StatusDocument.PartVersion;
import io.weir.server.operator.ServiceStatus;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** What this process tells of itself. */
final class OwnStatus {

  private OwnStatus() {}

  /**
   * Returns the status of a service that a command starts.
   *
   * @param command the command, parsed
   * @param operator the account that may read the status
   */
  static ServiceStatus of(CommandSpec command, AccountName operator) {
    var started = Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());
    var versions = versions();
    var settings = EffectiveSettings.of(command);
    return new ServiceStatus(
        operator, () -> new StatusDocument(started, versions, settings, RecentLog.lines()));
  }

  private static List<PartVersion> versions() {
    var machine = ManagementFactory.getRuntimeMXBean();
    var system = ManagementFactory.getOperatingSystemMXBean();
    return List.of(
        new PartVersion("Weir", ownVersion()),
        new PartVersion(
            "Java",
            Runtime.version() + ", " + machine.getVmName() + " by " + machine.getVmVendor()),
        new PartVersion("Netty", nettyVersion()),
        new PartVersion(
            "System", system.getName() + " " + system.getVersion() + ", " + system.getArch()));
  }

  /** The jar keeps Netty's own list of its parts. */
  private static String nettyVersion() {
    return Optional.ofNullable(Version.identify().get("netty-common"))
        .map(Version::artifactVersion)
        .orElse("unknown");
  }

  private static String ownVersion() {
    var version = OwnStatus.class.getPackage().getImplementationVersion();
    return version == null ? "of unpacked classes" : version;
  }
}
