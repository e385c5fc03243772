package io.weir.perf.report;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** Lets several plots share one page: makes the identifiers of each plot unique and its size that of its place. */
final class SvgIds {

  private static final Pattern NAME = Pattern.compile("(id=\"|url\\(#|href=\"#)");
  private static final Pattern SIZE =
      Pattern.compile("<svg([^>]*?) width=\"(\\d+)[a-z]*\" height=\"(\\d+)[a-z]*\"");
  private static final AtomicInteger NEXT = new AtomicInteger();

  private SvgIds() {}

  static String apart(String svg) {
    var named = NAME.matcher(svg).replaceAll("$1p" + NEXT.incrementAndGet() + "-");
    return SIZE.matcher(named).replaceFirst("<svg$1 viewBox=\"0 0 $2 $3\"");
  }
}
