package io.weir.cli;

import picocli.CommandLine.IVersionProvider;

/** The version that the jar's manifest tells. */
final class Version implements IVersionProvider {

  static String text() {
    var version = Version.class.getPackage().getImplementationVersion();
    return "weir " + (version == null ? "of unpacked classes" : version);
  }

  @Override
  public String[] getVersion() {
    return new String[] {text()};
  }
}
