/** The command line: the only home of picocli, and the only place that reads files, environment and system properties. */
@NullMarked
package io.weir.server.cli;

import org.jspecify.annotations.NullMarked;
