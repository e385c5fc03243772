package io.weir.cli.demo;

import java.util.List;

/** A part of the tour that changes something and shows what came of it. */
interface Scene {

  String title();

  /** Returns the lines to print below the title. */
  List<String> lines();
}
