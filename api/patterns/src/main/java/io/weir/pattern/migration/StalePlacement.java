package io.weir.pattern.migration;

/**
 * The refusal of a request whose fence has changed, or whose region is closed. Nothing was done.
 * The router reads the fences and the map again; no caller sees it.
 */
final class StalePlacement extends RuntimeException {

  private static final long serialVersionUID = 1L;

  StalePlacement() {
    super("The placement is out of date.", null, false, false);
  }
}
