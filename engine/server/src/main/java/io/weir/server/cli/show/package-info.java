/**
 * Entities for people and for other programs to read.
 *
 * <p>An {@link io.weir.server.cli.show.Output} takes one entity after the other. {@link io.weir.server.cli.show.TableOutput} lays
 * them out in columns; other formats have homes of their own. {@link io.weir.server.cli.show.Columns} chooses the columns where a
 * format has some, {@link io.weir.server.cli.show.ValueText} writes a value.
 *
 * <p>Threads: everything here belongs to the one thread that writes, which may block.
 */
@NullMarked
package io.weir.server.cli.show;

import org.jspecify.annotations.NullMarked;
