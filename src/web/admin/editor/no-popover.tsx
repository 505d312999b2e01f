// Replaces the popovers of Puck's own rich text menu, which our editor never shows, and the library behind them.

function Nothing(): never {
  throw new Error("The editor shows no popovers of Puck.");
}

export { Nothing as Popover, Nothing as PopoverContent, Nothing as PopoverPortal, Nothing as PopoverTrigger };
