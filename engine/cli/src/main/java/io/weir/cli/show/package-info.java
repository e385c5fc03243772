/**
 * Entities for people and for other programs to read.
 *
 * <p>An {@link io.weir.cli.show.Output} takes one entity after the other. {@link io.weir.cli.show.TableOutput} lays
 * them out in columns; other formats have homes of their own. {@link io.weir.cli.show.Columns} chooses the columns where a
 * format has some, {@link io.weir.cli.show.ValueText} writes a value.
 *
 * <p>Callers: {@link io.weir.cli.transfer} and {@link io.weir.cli.demo}; the formats implement it. Threads: everything here belongs to the one thread that writes, which may block.
 */
@NullMarked
package io.weir.cli.show;

import org.jspecify.annotations.NullMarked;
