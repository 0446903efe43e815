export class InsideView { constructor(){ this.host=document.createElement("div"); } async open(){} close(){} }
